"""Preprocesses photos: one plain view for inference, augmented views for training."""
import math
import numpy as np
import cv2
from PIL import Image, ImageFilter

SIDE = 224

def plain(rgb, side=SIDE):
    """Returns the center square, by PIL's antialiased bilinear resize."""
    h, w = rgb.shape[:2]
    s = min(h, w)
    y, x = (h - s) // 2, (w - s) // 2
    return np.asarray(Image.fromarray(rgb[y:y + s, x:x + s]).resize((side, side), Image.BILINEAR))

def varied(rgb, rng, side=SIDE, strong=1.0):
    """Augments a photo: crop, flip, motion blur, small rotation, brightness and white balance; keeps the hue of the food."""
    h, w = rgb.shape[:2]
    area = rng.uniform(0.35, 1.0)
    ratio = math.exp(rng.uniform(math.log(0.75), math.log(1.33)))
    s = math.sqrt(area) * min(h, w)
    cw, ch = min(w, s * math.sqrt(ratio)), min(h, s / math.sqrt(ratio))
    cx, cy = rng.uniform(cw / 2, w - cw / 2), rng.uniform(ch / 2, h - ch / 2)
    angle = rng.uniform(-25, 25) if rng.random() < 0.6 else 0.0
    a = math.radians(angle)
    fx, fy = side / cw, side / ch
    flip = -1 if rng.random() < 0.5 else 1
    m = np.array([[flip * fx * math.cos(a), flip * fx * math.sin(a), 0], [-fy * math.sin(a), fy * math.cos(a), 0]], np.float64)
    m[:, 2] = np.array([side / 2, side / 2]) - m[:, :2] @ np.array([cx, cy])
    src = rgb
    if cw / side > 1.3:
        k = cw / side
        src = cv2.GaussianBlur(rgb, (0, 0), 0.4 * k)
    out = cv2.warpAffine(src, m, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101).astype(np.float32) / 255
    gamma = math.exp(rng.uniform(-0.35, 0.35))
    out = np.power(out, gamma) * rng.uniform(0.75, 1.25)
    grey = out.mean(2, keepdims=True)
    out = grey + (out - grey) * rng.uniform(0.75, 1.25)
    mean = out.mean()
    out = mean + (out - mean) * rng.uniform(0.8, 1.25)
    out *= rng.uniform(0.9, 1.1, (1, 1, 3)) if rng.random() < 0.8 else 1
    if rng.random() < 0.15:
        n, slope = int(rng.integers(3, 14)), rng.uniform(0, math.pi)
        kernel = np.zeros((n, n), np.float32)
        along = np.linspace(-1, 1, 3 * n) * (n - 1) / 2
        kernel[(along * math.sin(slope) + (n - 1) / 2).round().astype(int), (along * math.cos(slope) + (n - 1) / 2).round().astype(int)] = 1
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    if rng.random() < 0.2:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.5, 1.5))
    if rng.random() < 0.2:
        out = out + rng.normal(0, rng.uniform(0.005, 0.04), out.shape)
    return (np.clip(out, 0, 1) * 255 + 0.5).astype(np.uint8)


# the windows besides the whole picture: 8 twelfths of each side
WINDOWS = [(y, x) for y in (0, 2, 4) for x in (0, 2, 4)]
# number of color features of a window
COLOURS = 130


def histogram(values, bins, weights=None):
    return np.bincount(np.minimum((values * bins).astype(int), bins - 1).ravel(), None if weights is None else weights.ravel(), bins)


def colours(small):
    """Returns the color histogram of a small picture (56 x 56 bytes): hue, saturation, value, hue by saturation, and the same of its center; 130 numbers."""
    r, g, b = (small[..., i].astype(np.float64) for i in range(3))
    light, least = np.maximum(np.maximum(r, g), b), np.minimum(np.minimum(r, g), b)
    spread = light - least
    d = np.where(spread == 0, 1, spread)
    hue = np.where(light == r, (g - b) / d, np.where(light == g, 2 + (b - r) / d, 4 + (r - g) / d)) / 6
    hue = np.where(spread == 0, 0, np.where(hue < 0, hue + 1, hue))
    strength = spread / np.where(light == 0, 1, light)
    both = np.minimum((hue * 12).astype(int), 11) * 4 + np.minimum((strength * 4).astype(int), 3)
    middle = np.bincount(both[14:42, 14:42].ravel(), None, 48) * 4
    parts = [histogram(hue, 18, strength), histogram(strength, 8), histogram(light / 255, 8), np.bincount(both.ravel(), None, 48), middle]
    return np.sqrt(np.concatenate(parts) / 3136).astype(np.float32)


def window(small, y, x, size):
    """Returns the part of a small picture under a window, resized to the whole."""
    pixels = size * 56 // 12
    at = np.arange(56) * pixels // 56
    return small[y * 56 // 12 + at][:, x * 56 // 12 + at]


def made_small(view):
    return np.floor(view.reshape(56, 4, 56, 4, 3).mean((1, 3)) + 0.5).astype(np.uint8)
