import type { ColourPicture } from '#platform/server/security/safe-image.ts'

/** For each place along a side: where its pixels begin, and how much each counts. A triangle as wide as the shrinking, as Pillow's BILINEAR has it. */
function weigh(length: number, side: number): { start: number; shares: Float64Array }[] {
  const scale = length / side
  const reach = Math.max(scale, 1)
  return Array.from({ length: side }, (_, at) => {
    const middle = (at + 0.5) * scale
    const start = Math.max(0, Math.trunc(middle - reach + 0.5))
    const end = Math.min(length, Math.trunc(middle + reach + 0.5))
    const shares = Float64Array.from({ length: end - start }, (_, step) => Math.max(0, 1 - Math.abs((start + step - middle + 0.5) / reach)))
    const sum = shares.reduce((total, share) => total + share, 0)
    return { start, shares: shares.map((share) => share / sum) }
  })
}

/**
 * The middle square of a picture, `side` pixels wide, as the network was taught to see: all red values, then green, then blue, 0 to 1.
 * Rounded to whole brightness steps after each direction, as Pillow does; differs from it by one step at most.
 */
export function middleSquare({ data, width, height }: ColourPicture, side: number): Float32Array {
  const square = Math.min(width, height)
  const left = Math.floor((width - square) / 2)
  const top = Math.floor((height - square) / 2)
  const places = weigh(square, side)
  const rows = new Uint8ClampedArray(square * side * 3)
  for (let y = 0; y < square; y += 1) {
    const from = ((top + y) * width + left) * 3
    for (const [x, { start, shares }] of places.entries()) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0
        for (let step = 0; step < shares.length; step += 1) sum += (data[from + (start + step) * 3 + channel] ?? 0) * (shares[step] ?? 0)
        rows[(y * side + x) * 3 + channel] = Math.floor(sum + 0.5)
      }
    }
  }
  const view = new Float32Array(3 * side * side)
  for (const [y, { start, shares }] of places.entries()) {
    for (let x = 0; x < side; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0
        for (let step = 0; step < shares.length; step += 1)
          sum += (rows[((start + step) * side + x) * 3 + channel] ?? 0) * (shares[step] ?? 0)
        view[(channel * side + y) * side + x] = Math.floor(sum + 0.5) / 255
      }
    }
  }
  return view
}
