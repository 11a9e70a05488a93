"""The classifier: Inception v3 up to `mixed5`, and one layer over what it and a colour histogram say of the picture and of nine windows."""

import copy

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.fusion import fuse_conv_bn_eval

from backbone import Inception


def fused(inception: Inception) -> Inception:
    """Batch normalisation goes into the convolutions: its statistics are settled, and less is left to compute."""
    net = copy.deepcopy(inception).eval()
    for layer in net.convs:
        layer.conv = fuse_conv_bn_eval(layer.conv, layer.bn)
        layer.bn = nn.Identity()
    return net


class Whole(nn.Module):
    """
    What is shipped. Pictures (1, 3, 224, 224), 0 to 1, and colours (10, 130) of the whole and of its windows (see views.py) to scores
    (1, 82), the logarithms of shares, and to the unit vector that a household's examples are compared by.
    """

    def __init__(self, trunk: Inception, head: dict):
        super().__init__()
        self.trunk = trunk
        for name in ("middle", "spread", "weight", "bias"):
            self.register_buffer(name, torch.from_numpy(head[name]).float())

    def forward(self, picture, colours):
        maps = self.trunk(picture)
        windows = F.avg_pool2d(maps, 8, 2)[0].flatten(1).T
        means = torch.cat([maps.mean((2, 3)), windows])
        known = (torch.cat([means.clamp_min(0).sqrt(), colours], 1) - self.middle) / self.spread
        shares = F.softmax(known @ self.weight + self.bias, 1)
        # the whole counts as much as its windows together
        mixed = shares[:1] * 0.5 + shares[1:].mean(0, keepdim=True) * 0.5
        return mixed.clamp_min(1e-9).log(), F.normalize(known[:1], dim=1)
