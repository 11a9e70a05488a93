const small = 56
/** Hues weighted by their strength, strengths, lights, hues by strength, and these once more of the middle. */
const [hues, strengths, lights, both] = [18, 8, 8, 48]
const length = hues + strengths + lights + 2 * both
/** The whole, and nine windows of two thirds of each side: where they begin, and how wide they are. */
const places = [{ top: 0, left: 0, width: small }, ...[0, 9, 18].flatMap((top) => [0, 9, 18].map((left) => ({ top, left, width: 37 })))]
export const colourShape = [places.length, length]

const bin = (value: number, bins: number) => Math.min(Math.floor(value * bins), bins - 1)

/** Each channel's mean over squares, as whole brightness steps. */
function shrink(view: Float32Array, side: number): Uint8Array {
  const step = side / small
  const means = new Uint8Array(3 * small * small)
  for (let at = 0; at < means.length; at += 1) {
    const [channel, y, x] = [Math.floor(at / small / small), Math.floor(at / small) % small, at % small]
    let sum = 0
    for (let dy = 0; dy < step; dy += 1) {
      for (let dx = 0; dx < step; dx += 1) sum += Math.round((view[(channel * side + y * step + dy) * side + x * step + dx] ?? 0) * 255)
    }
    means[at] = Math.round(sum / step ** 2)
  }
  return means
}

/** Hue, strength and light of a colour, each 0 to 1. */
function hsv(r: number, g: number, b: number): { hue: number; strength: number; light: number } {
  const light = Math.max(r, g, b)
  const spread = light - Math.min(r, g, b)
  if (spread === 0) return { hue: 0, strength: 0, light: light / 255 }
  const sixth = light === r ? (g - b) / spread : light === g ? 2 + (b - r) / spread : 4 + (r - g) / spread
  const hue = sixth / 6
  return { hue: hue < 0 ? hue + 1 : hue, strength: spread / light, light: light / 255 }
}

/**
 * What colours a picture has, as the network was taught: roots of shares, 130 numbers for the whole and for each window, one after the
 * other. `view`: red, green and blue planes of a square picture, 0 to 1; `side` is a multiple of 56.
 */
export function colourHistograms(view: Float32Array, side: number): Float32Array {
  const pixels = shrink(view, side)
  const plane = small * small
  const found = Array.from({ length: plane }, (_, at) => hsv(pixels[at] ?? 0, pixels[plane + at] ?? 0, pixels[2 * plane + at] ?? 0))
  const counts = new Float64Array(places.length * length)
  const add = (at: number, by: number) => {
    counts[at] = (counts[at] ?? 0) + by
  }
  for (const [place, { top, left, width }] of places.entries()) {
    for (let at = 0; at < plane; at += 1) {
      const [y, x] = [Math.floor(at / small), at % small]
      const seen = found[(top + Math.floor((y * width) / small)) * small + left + Math.floor((x * width) / small)]
      if (!seen) continue
      const start = place * length
      const joint = bin(seen.hue, 12) * 4 + bin(seen.strength, 4)
      add(start + bin(seen.hue, hues), seen.strength)
      add(start + hues + bin(seen.strength, strengths), 1)
      add(start + hues + strengths + bin(seen.light, lights), 1)
      add(start + hues + strengths + lights + joint, 1)
      if (y >= 14 && y < 42 && x >= 14 && x < 42) add(start + hues + strengths + lights + both + joint, 4)
    }
  }
  return Float32Array.from(counts, (count) => Math.sqrt(count / plane))
}
