"""Renders pictures without food: training data of the class `Nothing`, with photos of barcodes."""
import cv2
import numpy as np

WORDS = "the of and total sum page date invoice chapter road street open close window number one two table note list paper".split()

def colour(rng): return tuple(float(c) for c in rng.integers(0, 256, 3))

def ground(rng, s):
    kind = rng.integers(0, 4)
    if kind == 0: return np.full((s, s, 3), colour(rng), np.float32)
    a, b = np.array(colour(rng), np.float32), np.array(colour(rng), np.float32)
    if kind == 1:
        t = np.linspace(0, 1, s, dtype=np.float32); g = t[:, None] * rng.random() + t[None] * rng.random(); g /= max(g.max(), 1e-3)
    else:
        n = int(rng.integers(2, 24 if kind == 2 else 120)); g = cv2.resize(rng.random((n, n)).astype(np.float32), (s, s), interpolation=cv2.INTER_CUBIC)
    return a + (b - a) * g[..., None]

def shapes(rng, im):
    s = im.shape[0]
    for _ in range(rng.integers(1, 30)):
        p = tuple(int(v) for v in rng.integers(0, s, 2)); r = int(rng.integers(4, s // 3)); c = colour(rng); fill = -1 if rng.random() < .75 else int(rng.integers(1, 9))
        k = rng.integers(0, 4)
        if k == 0: cv2.circle(im, p, r, c, fill)
        elif k == 1: cv2.rectangle(im, p, (p[0] + r, p[1] + int(rng.integers(4, s // 2))), c, fill)
        elif k == 2: cv2.ellipse(im, p, (r, max(2, r // 3)), float(rng.uniform(0, 180)), 0, 360, c, fill)
        else: cv2.fillPoly(im, [rng.integers(0, s, (int(rng.integers(3, 7)), 2)).astype(np.int32)], c)

def text(rng, picture_):
    im = np.ascontiguousarray(np.clip(picture_, 0, 255).astype(np.uint8))
    s = im.shape[0]; c = colour(rng) if rng.random() < .4 else (20., 20., 20.); size = float(rng.uniform(.3, 1.4)); y = 20
    while y < s:
        line = " ".join(rng.choice(WORDS, rng.integers(1, 9))) if rng.random() < .7 else f"{rng.integers(1, 99)},{rng.integers(10, 99)}   {rng.integers(1000, 99999)}"
        cv2.putText(im, line, (int(rng.integers(2, 40)), y), int(rng.choice([0, 1, 2, 3, 4])), size, c, int(rng.integers(1, 3)), cv2.LINE_AA); y += int(28 * size) + int(rng.integers(2, 14))
    picture_[:] = im

def bars(rng, im):
    s = im.shape[0]; w, h = int(rng.integers(s // 4, s)), int(rng.integers(s // 6, s)); x0, y0 = int(rng.integers(0, s - w + 1)), int(rng.integers(0, s - h + 1))
    im[y0:y0 + h, x0:x0 + w] = 245; x = x0 + 6; m = max(1, w // 110)
    while x < x0 + w - 8:
        k = m * int(rng.integers(1, 5)); im[y0 + 6:y0 + h - 14, x:x + k] = 15; x += k + m * int(rng.integers(1, 5))

def room(rng, im):
    """Draws a wall, a floor or table, tiles or cupboards, a window, a lamp's light."""
    s = im.shape[0]; y = int(rng.uniform(.35, .85) * s); im[:y] = colour(rng); im[y:] = colour(rng)
    if rng.random() < .6:
        t = int(rng.integers(14, 70)); c = colour(rng)
        for k in range(0, s, t): cv2.line(im, (k, 0), (k, y), c, 1); cv2.line(im, (0, min(k, y)), (s, min(k, y)), c, 1)
    for _ in range(rng.integers(0, 6)):
        x, yy, w, h = (int(v) for v in (rng.integers(0, s), rng.integers(0, y), rng.integers(20, s // 2), rng.integers(20, s // 2)))
        cv2.rectangle(im, (x, yy), (x + w, yy + h), colour(rng), -1); cv2.rectangle(im, (x, yy), (x + w, yy + h), colour(rng), 2)
    gx, gy = np.meshgrid(np.linspace(-1, 1, s), np.linspace(-1, 1, s)); cx, cy = rng.uniform(-1, 1, 2)
    im *= (1.2 - .5 * np.sqrt((gx - cx) ** 2 + (gy - cy) ** 2))[..., None].astype(np.float32)

def stripes(rng, im):
    s = im.shape[0]; gx, gy = np.meshgrid(np.arange(s), np.arange(s)); a = rng.uniform(0, np.pi); f = rng.uniform(.02, .8)
    v = np.sin((gx * np.cos(a) + gy * np.sin(a)) * f) * (np.sin((gx * np.sin(a) - gy * np.cos(a)) * f) if rng.random() < .5 else 1)
    im += (v[..., None] * rng.uniform(10, 110, 3)).astype(np.float32)

def noise(rng, im): im += rng.normal(0, rng.uniform(5, 120), im.shape if rng.random() < .5 else im.shape[:2] + (1,)).astype(np.float32)

def picture(rng, side=348):
    im = ground(rng, side)
    for make in rng.choice([shapes, text, bars, room, stripes, noise], rng.integers(0, 4), replace=False): make(rng, im)
    im = np.clip(im, 0, 255)
    if rng.random() < .4: im = cv2.GaussianBlur(im, (0, 0), float(rng.uniform(.5, 8)))
    if rng.random() < .5: im = np.clip(im + rng.normal(0, rng.uniform(1, 12), im.shape), 0, 255)
    if rng.random() < .3: im = np.repeat(im.mean(2, keepdims=True), 3, 2)
    return im.astype(np.uint8)
