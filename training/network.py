"""The classifier: features of three networks and a color histogram for the picture and nine windows, and one linear layer."""

import copy
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.fusion import fuse_conv_bn_eval

from backbone import Inception
from centernet import Centernet
from objectron import Objectron
from views import WINDOWS

# the used layers of the three networks, and how many feature maps each has
OBJECTRON = {"expanded_conv_10/expand": 384, "expanded_conv_13/expand": 576, "expanded_conv_14/expand": 960}
CENTERNET = {f"tower_0/MobilenetV3/expanded_conv_{at}/expand/hard_swish/mul_1": n for at, n in ((9, 144), (11, 528), (12, 528), (13, 720))}
LAYERS = [768, *OBJECTRON.values(), *CENTERNET.values()]
MAPS = sum(LAYERS)
WHOLE = (0, 0, 12)
PLACES = [WHOLE, *((y, x, 8) for y, x in WINDOWS)]


def fused(inception: Inception) -> Inception:
    """Folds batch normalization into the convolutions, which saves computing it."""
    net = copy.deepcopy(inception).eval()
    for layer in net.convs:
        layer.conv = fuse_conv_bn_eval(layer.conv, layer.bn)
        layer.bn = nn.Identity()
    return net


def cover(side: int, places) -> np.ndarray:
    """Returns the weight of each of side x side squares for each window (row, column, size in twelfths of the picture): (windows, side * side)."""
    edges = np.arange(side + 1) * 12 / side

    def along(start, size):
        return np.clip(np.minimum(edges[1:], start + size) - np.maximum(edges[:-1], start), 0, None)

    shares = np.stack([np.outer(along(y, size), along(x, size)).ravel() for y, x, size in places])
    return (shares / shares.sum(1, keepdims=True)).astype(np.float32)


def root(means):
    return np.sign(means) * np.sqrt(np.abs(means)) if isinstance(means, np.ndarray) else means.sign() * means.abs().sqrt()


class Trunks(nn.Module):
    """Maps pictures (n, 3, 224, 224), 0 to 1, to the feature maps of every layer in LAYERS."""

    def __init__(self, inception: Inception, start: Path):
        super().__init__()
        self.inception = fused(inception)
        self.objectron = Objectron(start / "objectron", list(OBJECTRON))
        self.centernet = Centernet(start / "centernet", list(CENTERNET))

    def forward(self, picture):
        return [self.inception(picture), *self.objectron(picture), *self.centernet(picture)]


class Whole(nn.Module):
    """
    The shipped network. Maps pictures (1, 3, 224, 224), 0 to 1, and color features (10, 130) of the whole and its windows (see views.py)
    to scores (1, 82), log probabilities, and to the unit vector for comparison with a household's examples: Inception's features and the
    colors of the whole.
    """

    def __init__(self, trunks: Trunks, head: dict):
        super().__init__()
        self.trunks = trunks
        for name in ("middle", "spread", "weight", "bias"):
            self.register_buffer(name, torch.from_numpy(head[name]).float())
        for side in (7, 12, 14):
            self.register_buffer(f"cover{side}", torch.from_numpy(cover(side, PLACES)))

    def forward(self, picture, colours):
        means = [getattr(self, f"cover{maps.shape[2]}") @ maps[0].flatten(1).T for maps in self.trunks(picture)]
        known = (torch.cat([*map(root, means), colours], 1) - self.middle) / self.spread
        shares = F.softmax(known @ self.weight + self.bias, 1)
        # the whole picture counts as much as its windows together
        mixed = shares[:1] * 0.5 + shares[1:].mean(0, keepdim=True) * 0.5
        return mixed.clamp_min(1e-9).log(), F.normalize(torch.cat([known[:1, : LAYERS[0]], known[:1, MAPS:]], 1), dim=1)
