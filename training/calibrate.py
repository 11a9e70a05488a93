"""Chooses the temperature on the validation part, whose photos are from other visits than the training part's.

At least the best-fitting one, and the lowest at which kinds with a probability of 0.8 or more are correct in 97 of 100 cases: a
household that doesn't distinguish the foods of a kind gets the kind, with its probability as the confidence.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from cached import kinds_of_foods, labels_of


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("grocery", type=Path)
    ask.add_argument("cache", type=Path)
    a = ask.parse_args()
    scores, wanted = torch.from_numpy(np.load(a.cache / "head.npz")["scores"]), torch.from_numpy(labels_of(a.grocery, "val"))
    _, _, kinds = kinds_of_foods(a.grocery)
    kinds = torch.tensor(kinds)
    to_kinds = F.one_hot(kinds).float()
    table = []
    for temperature in np.arange(0.4, 1.51, 0.05):
        p = F.softmax(scores / float(temperature), 1) @ to_kinds
        sure = p[:, :-1].max(1).values >= 0.8
        right = (p.argmax(1) == kinds[wanted])[sure].float().mean().item() if sure.any() else 1.0
        table.append((round(float(temperature), 2), F.cross_entropy(scores / float(temperature), wanted).item(), sure.float().mean().item(), right))
    fits = min(table, key=lambda row: row[1])
    for row in table:
        print("temperature %.2f: nll %.3f, sure of %.3f, right among them %.4f%s" % (*row, "  fits best" if row is fits else ""))
    good = [row[0] for at, row in enumerate(table) if row[0] >= fits[0] and all(later[3] >= 0.97 for later in table[at:])]
    print("chosen:", min(good, default=fits[0]))


if __name__ == "__main__":
    main()
