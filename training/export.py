"""Writes groceries.onnx (weights as int8, one scale per output channel) and groceries.json, with the temperature chosen by calibrate.py.

Only the weights are quantized: the runtime dequantizes them once, when it loads the model, and computes in float32, so results don't depend
on the processor's integer instructions.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from backbone import Inception
from cache import session as opened
from cached import kinds_of_foods
from network import PLACES, Trunks, Whole
from views import colours, made_small, plain, window


def assembled(cache: Path, start: Path) -> Whole:
    net = Inception()
    net.load_state_dict({k: v for k, v in torch.load(cache / "inception.pt").items() if int(k.split(".")[1]) < len(net.convs)})
    return Whole(Trunks(net, start), np.load(cache / "head.npz")).eval()


def inputs(view: np.ndarray) -> dict:
    """Returns the input of the shipped network for a view of 224 x 224 bytes."""
    small = made_small(view)
    return {
        "picture": view.transpose(2, 0, 1)[None].astype(np.float32) / 255,
        "colours": np.stack([colours(window(small, *place)) for place in PLACES]),
    }


def rounded(model: onnx.ModelProto, smallest=2048) -> onnx.ModelProto:
    """Replaces large weights by int8 with a scale per output channel, through Cast and Mul, which the runtime folds."""
    nodes, kept, constants = [], [], []
    for tensor in model.graph.initializer:
        value = numpy_helper.to_array(tensor)
        if value.dtype != np.float32 or value.size < smallest or value.ndim < 2:
            kept.append(tensor)
            continue
        axes = tuple(range(1, value.ndim))
        scale = np.maximum(np.abs(value).max(axes), 1e-12).astype(np.float32) / 127
        whole = np.clip(np.round(value / scale.reshape(-1, *[1] * (value.ndim - 1))), -127, 127).astype(np.int8)
        constants += [
            numpy_helper.from_array(whole, tensor.name + "_q"),
            numpy_helper.from_array(scale.reshape(-1, *[1] * (value.ndim - 1)), tensor.name + "_s"),
        ]
        nodes.append(helper.make_node("Cast", [tensor.name + "_q"], [tensor.name + "_f"], to=TensorProto.FLOAT))
        nodes.append(helper.make_node("Mul", [tensor.name + "_f", tensor.name + "_s"], [tensor.name]))
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept + constants)
    for node in reversed(nodes):
        model.graph.node.insert(0, node)
    onnx.checker.check_model(model)
    return model


def drawn(width: int, height: int) -> np.ndarray:
    """Draws the same picture as the product's test."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return np.stack([(3 * x + 2 * y) % 256, (x * y) % 251, (x ^ y) & 255], 2).astype(np.uint8)


def witness(session, width: int, height: int) -> dict:
    """Returns the network's input and output for such a picture."""
    view = plain(drawn(width, height))
    given = inputs(view)
    scores, features = session.run(None, given)
    return {
        "width": width,
        "height": height,
        "bytes": view.transpose(2, 0, 1).reshape(-1)[:: 224 * 224 * 3 // 24].tolist(),
        "colours": [round(float(v), 4) for v in given["colours"].reshape(-1)[::29]],
        "scores": [round(float(v), 4) for v in scores[0][:-1][::9]],
        "features": [round(float(v), 5) for v in features[0][::100]],
    }


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("grocery", type=Path)
    ask.add_argument("start", type=Path)
    ask.add_argument("cache", type=Path)
    ask.add_argument("model", type=Path, help="the folder for groceries.onnx and groceries.json")
    ask.add_argument("--temperature", type=float, default=1.0)
    ask.add_argument("--version", type=int, default=2)
    a = ask.parse_args()
    foods, names, kinds = kinds_of_foods(a.grocery)
    whole = assembled(a.cache, a.start)
    a.model.mkdir(parents=True, exist_ok=True)
    file = a.model / "groceries.onnx"
    given = {name: torch.from_numpy(value) for name, value in inputs(plain(drawn(400, 300))).items()}
    torch.onnx.export(
        whole, tuple(given.values()), file, dynamo=False, opset_version=17, input_names=list(given), output_names=["scores", "features"]
    )
    onnx.save(rounded(onnx.load(file)), file)
    listed = [{"fine": food, "coarse": names[kind]} for food, kind in zip(foods, kinds)] + [{"fine": "Nothing", "coarse": None}]
    session = opened(file)
    seen = ",\n".join("    " + json.dumps(witness(session, *size)) for size in ((400, 300), (150, 190)))
    rows = ",\n".join("    " + json.dumps(row).replace("{", "{ ").replace("}", " }") for row in listed)
    (a.model / "groceries.json").write_text(
        f'{{\n  "version": {a.version},\n  "side": 224,\n  "temperature": {a.temperature},\n  "foods": [\n{rows}\n  ],\n  "witnesses": [\n{seen}\n  ]\n}}\n'
    )
    with torch.no_grad():
        expected = whole(*given.values())[0].numpy()
    moved = np.abs(session.run(None, {name: value.numpy() for name, value in given.items()})[0] - expected).max()
    print(f"{file.stat().st_size / 1e6:.2f} MB, rounding the weights moves a score of that picture by {moved:.3f} at most")


if __name__ == "__main__":
    main()
