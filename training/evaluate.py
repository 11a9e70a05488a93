"""Measures the shipped file on the validation part and on pictures without food, with the product's own preprocessing."""

import argparse
import json
import time
from pathlib import Path

import numpy as np

import nothing
from cache import listed, photo, session
from cached import kinds_of_foods, labels_of
from export import inputs
from views import plain


def shares(scores: np.ndarray, temperature: float) -> np.ndarray:
    e = np.exp((scores - scores.max(1, keepdims=True)) / temperature)
    return e / e.sum(1, keepdims=True)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("grocery", type=Path)
    ask.add_argument("model", type=Path)
    ask.add_argument("--nothing", type=Path, help="a folder of photos without food")
    a = ask.parse_args()
    card = json.loads((a.model / "groceries.json").read_text())
    net = session(a.model / "groceries.onnx")
    foods, names, kinds = kinds_of_foods(a.grocery)
    to_kinds = np.eye(len(names) + 1)[kinds]

    def p_of(pictures):
        scores = [net.run(["scores"], inputs(plain(p)))[0][0] for p in pictures]
        return shares(np.array(scores), card["temperature"])

    labels = labels_of(a.grocery, "val")
    began = time.process_time()
    p = p_of(photo(f) for f in listed(a.grocery, "val"))
    print(f"{(time.process_time() - began) / len(p) * 1e3:.0f} ms of processor a photo")
    best, sure = p.argmax(1), p[:, :-1].max(1) >= 0.8
    right, kind = best == labels, (p @ to_kinds).argmax(1) == np.array(kinds)[labels]
    print(f"validation: fine {right.mean():.1%}, coarse {kind.mean():.1%}; sure of {sure.mean():.1%}, right among them {right[sure].mean():.1%}")
    sure_kind = (p @ to_kinds)[:, :-1].max(1) >= 0.8
    print(f"  kinds: sure of {sure_kind.mean():.1%}, right among them {kind[sure_kind].mean():.1%}")
    for at in np.flatnonzero(~right):
        print(f"  {foods[labels[at]]} taken for {[*foods, 'Nothing'][best[at]]} ({p[at].max():.2f})")
    sets = {"rendered": [nothing.picture(np.random.default_rng(990000 + i)) for i in range(50)]}
    if a.nothing:
        sets["photos"] = [photo(f) for f in sorted(a.nothing.iterdir()) if f.suffix.lower() in (".png", ".jpg", ".jpeg")]
    for name, pictures in sets.items():
        kind_p = (p_of(pictures) @ to_kinds)[:, :-1].max(1)
        print(f"nothing, {name}: highest share of a kind {kind_p.max():.2f}; {(kind_p >= 0.5).sum()} of {len(pictures)} at 0.5 or more")


if __name__ == "__main__":
    main()
