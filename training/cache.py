"""Runs the trunk once over every view of every photo and keeps its maps: the trunk does not learn, so it need not run again.

Before that, batch normalisation gets the statistics of these photos (the weights come from a network taught on something else, and
rounded), the trunk goes to ONNX, where it runs faster.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch
from PIL import Image, ImageOps
from torch import nn

import nothing
from backbone import Inception, inception
from network import fused
from views import made_small, plain, varied


def photo(path: Path) -> np.ndarray:
    picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    picture.thumbnail((520, 520))
    return np.asarray(picture)


def listed(grocery: Path, part: str) -> list[Path]:
    return [grocery / line.split(", ")[0] for line in open(grocery / f"{part}.txt") if line.strip()]


def settle(net: Inception, pictures: list[np.ndarray]) -> None:
    for layer in net.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None
    net.train()
    with torch.no_grad():
        for at in range(0, len(pictures), 24):
            net(torch.from_numpy(np.stack(pictures[at : at + 24])).permute(0, 3, 1, 2).float() / 255)
    net.eval()


def session(file: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("grocery", type=Path)
    ask.add_argument("start", type=Path, help="what unpack.cjs wrote of nsfwjs' Inception v3")
    ask.add_argument("cache", type=Path)
    ask.add_argument("--views", type=int, default=3, help="views of a training photo, the plain one included")
    ask.add_argument("--barcodes", type=Path, help="a folder of photos of bars; they join the rendered pictures of nothing")
    a = ask.parse_args()
    a.cache.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    train, val = listed(a.grocery, "train"), listed(a.grocery, "val")

    if not (a.cache / "trunk.onnx").exists():
        net = inception(a.start)
        rng = np.random.default_rng(1)
        settle(net, [plain(photo(train[i])) for i in rng.choice(len(train), 144, replace=False)])
        torch.save(net.state_dict(), a.cache / "inception.pt")
        torch.onnx.export(
            fused(net), (torch.rand(1, 3, 224, 224),), a.cache / "trunk.onnx", dynamo=False, opset_version=17,
            input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n"}, "y": {0: "n"}},
        )
    trunk = session(a.cache / "trunk.onnx")

    sets = ["ean13-1", "ean13-3", "ean8-1", "upca-1", "upca-5", "upce-1"] if a.barcodes else []
    bars = sorted(f for s in sets for f in (a.barcodes / s).iterdir() if f.suffix.lower() in (".png", ".jpg", ".jpeg"))
    drawn = [lambda i=i: nothing.picture(np.random.default_rng(7000 + i)) for i in range(260)]
    parts = {
        "train": [lambda f=f: photo(f) for f in train],
        "val": [lambda f=f: photo(f) for f in val],
        "nothing": drawn + [lambda f=f: photo(f) for f in bars],
    }
    for part, view in [("train", 0), ("val", 0), ("nothing", 0), ("nothing", 1), *(("train", v) for v in range(1, a.views))]:
        if (a.cache / f"small_{part}_{view}.npy").exists():
            continue
        began, makers = time.time(), parts[part]
        maps = np.lib.format.open_memmap(a.cache / f"maps_{part}_{view}.npy", "w+", np.float16, (len(makers), 768, 12, 12))
        small = np.zeros((len(makers), 56, 56, 3), np.uint8)
        for at in range(0, len(makers), 16):
            pictures = [make() for make in makers[at : at + 16]]
            seen = np.stack([varied(p, np.random.default_rng(view * 100003 + at + i)) if view else plain(p) for i, p in enumerate(pictures)])
            small[at : at + 16] = [made_small(view) for view in seen]
            maps[at : at + 16] = trunk.run(None, {"x": seen.transpose(0, 3, 1, 2).astype(np.float32) / 255})[0]
        maps.flush()
        np.save(a.cache / f"small_{part}_{view}.npy", small)
        print(f"{part}, view {view}: {len(makers)} pictures, {time.time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
