"""Reads MobileNet v2 from the npm package @mediapipe/objectron: an object detector, trained by Google on Open Images.

The package has a TensorFlow Lite file (a FlatBuffer); only its convolutions and sums are read.
"""

import json
import re
from pathlib import Path

import numpy as np
import torch
from flatbuffers import encode
from flatbuffers import number_types as kinds
from flatbuffers.table import Table
from torch import nn
from torch.nn import functional as F

ADD, CONVOLUTION, DEPTHWISE, DEQUANTIZE = 0, 3, 4, 6
FLOATS = {0: np.float32, 1: np.float16}


def number(table, field, kind=kinds.Int32Flags):
    at = table.Offset(4 + 2 * field)
    return table.Get(kind, at + table.Pos) if at else 0


def numbers(table, field, kind=kinds.Int32Flags):
    at = table.Offset(4 + 2 * field)
    return table.GetVectorAsNumpy(kind, at) if at else np.zeros(0, int)


def tables(table, field):
    at = table.Offset(4 + 2 * field)
    starts = range(table.Vector(at), table.Vector(at) + 4 * table.VectorLen(at), 4) if at else []
    return [Table(table.Bytes, table.Indirect(start)) for start in starts]


def packed(folder: Path) -> bytes:
    """Extracts the network's file from the package's single data file."""
    loader = (folder / "objectron_solution_packed_assets_loader.js").read_text()
    found = re.search(r'\{"filename": ?"[^"]*ssd_mobilenetv2[^}]*\}', loader)
    place = json.loads(found.group(0))
    return (folder / "objectron_solution_packed_assets.data").read_bytes()[place["start"] : place["end"]]


def padded(x, kernel, stride):
    """Pads like TensorFlow's SAME: the odd pixel goes to the right and bottom."""
    over = [max((-(-side // stride) - 1) * stride + kernel - side, 0) for side in x.shape[2:]]
    return F.pad(x, (over[1] // 2, over[1] - over[1] // 2, over[0] // 2, over[0] - over[0] // 2))


class Objectron(nn.Module):
    """Maps pictures (n, 3, side, side), 0 to 1, to the feature maps of the named layers, such as `expanded_conv_10/expand`."""

    def __init__(self, folder: Path, layers: list[str]):
        super().__init__()
        root = Table(packed(folder), 0)
        root.Pos = encode.Get(kinds.UOffsetTFlags.packer_type, root.Bytes, 0)
        codes = [max(number(code, 0, kinds.Int8Flags), number(code, 3)) for code in tables(root, 1)]
        graph, buffers = tables(root, 2)[0], tables(root, 4)
        tensors = tables(graph, 0)

        def name(at):
            return tensors[at].String(tensors[at].Offset(10) + tensors[at].Pos).decode().split(";")[0]

        def value(at):
            raw = numbers(buffers[number(tensors[at], 2, kinds.Uint32Flags)], 0, kinds.Uint8Flags)
            kind = FLOATS[number(tensors[at], 1, kinds.Int8Flags)]
            return torch.from_numpy(np.frombuffer(raw.tobytes(), kind).astype(np.float32).reshape(numbers(tensors[at], 0)))

        self.steps, self.weights, self.given, self.layers = [], nn.ParameterList(), int(numbers(graph, 1)[0]), {}
        source = {}
        for operator in tables(graph, 3):
            code, (first, *more), out = codes[number(operator, 0, kinds.Uint32Flags)], numbers(operator, 1).tolist(), int(numbers(operator, 2)[0])
            if code == DEQUANTIZE:
                source[out] = first
            elif code == ADD:
                self.steps.append((out, first, more[0], None))
            elif code in (CONVOLUTION, DEPTHWISE):
                options = Table(operator.Bytes, operator.Indirect(operator.Offset(12) + operator.Pos))
                kernel, bias = (value(source.get(at, at)) for at in more)
                self.weights.extend([kernel.permute(3, 0, 1, 2) if code == DEPTHWISE else kernel.permute(0, 3, 1, 2), bias])
                clipped = number(options, 3 if code == CONVOLUTION else 4, kinds.Int8Flags) == 3
                self.steps.append((out, first, None, (len(self.weights) - 2, number(options, 1), code == DEPTHWISE, clipped)))
                for layer in layers:
                    if f"/{layer}/" in name(out):
                        self.layers[layer] = out
            if len(self.layers) == len(layers):
                break

    def forward(self, picture):
        known = {self.given: picture * 2 - 1}
        for out, first, second, convolution in self.steps:
            if convolution is None:
                known[out] = known[first] + known[second]
                continue
            at, stride, depthwise, clipped = convolution
            kernel = self.weights[at]
            x = padded(known[first], kernel.shape[2], stride)
            x = F.conv2d(x, kernel, self.weights[at + 1], stride, groups=len(kernel) if depthwise else 1)
            known[out] = F.relu6(x) if clipped else x
        return list(map(known.get, self.layers.values()))
