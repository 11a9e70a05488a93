import type { GrayPicture } from '#platform/server/security/safe-image.ts'
import type { Box } from './barcode-readers.ts'

/** A part of a picture whose edges all run in the same direction, like bars. */
export interface Spot {
  box: Box
  /** Clockwise rotation of the bars from upright, −90° to 90°. */
  tilt: number
  /** How much it looks like bars, relative to other spots of the picture. */
  weight: number
}

/** Side of the squares that are evaluated, in pixels. */
const square = 32
/** Mean squared brightness difference of neighbors from which a square counts as full of edges. */
const minEdges = 40
/** 0: edges run in all directions; 1: all in the same. */
const minOrder = 0.55
const minSquares = 4

interface Square {
  xx: number
  yy: number
  xy: number
}

/** Sums products of horizontal and vertical gradients per square, using every second row. */
function sumGradients({ data, width, height }: GrayPicture, across: number, down: number): Square[] {
  const squares = Array.from({ length: across * down }, () => ({ xx: 0, yy: 0, xy: 0 }))
  for (let y = 1; y < down * square - 1 && y < height - 1; y += 2) {
    const row = y * width
    for (let column = 0; column < across; column += 1) {
      let [xx, yy, xy] = [0, 0, 0]
      const end = Math.min((column + 1) * square, width - 1)
      for (let x = Math.max(1, column * square); x < end; x += 1) {
        const dx = (data[row + x + 1] ?? 0) - (data[row + x - 1] ?? 0)
        const dy = (data[row + width + x] ?? 0) - (data[row - width + x] ?? 0)
        xx += dx * dx
        yy += dy * dy
        xy += dx * dy
      }
      const sum = squares[Math.floor(y / square) * across + column]
      if (sum) {
        sum.xx += xx
        sum.yy += yy
        sum.xy += xy
      }
    }
  }
  return squares
}

const strength = ({ xx, yy }: Square) => (xx + yy) / ((square * square) / 2)
const order = ({ xx, yy, xy }: Square) => (xx + yy === 0 ? 0 : Math.hypot(xx - yy, 2 * xy) / (xx + yy))
const direction = ({ xx, yy, xy }: Square) => Math.atan2(2 * xy, xx - yy) / 2
/** Returns true if two squares' edges differ by less than 20°. */
const isSameDirection = (a: Square, b: Square) => Math.cos(2 * (direction(a) - direction(b))) > 0.77

/** Returns at most `max` spots that may be bars, most likely first. */
export function likelyBarcodeSpots(picture: GrayPicture, max: number): Spot[] {
  const across = Math.floor(picture.width / square)
  const down = Math.floor(picture.height / square)
  const squares = sumGradients(picture, across, down)
  const open = new Set(squares.flatMap((each, at) => (strength(each) >= minEdges && order(each) >= minOrder ? [at] : [])))
  const spots: Spot[] = []
  for (const start of open) {
    const members = connected(start, open, squares, across)
    if (members.length >= minSquares) spots.push(spotOf(members, squares, across))
  }
  return spots.sort((a, b) => b.weight - a.weight).slice(0, max)
}

/** Returns the tilt of most edges in the picture. */
export function mainTilt(picture: GrayPicture): number {
  return degrees(direction(addSquares(sumGradients(picture, Math.floor(picture.width / square), Math.floor(picture.height / square)))))
}

/** Returns the squares connected to `start` with the same direction, and removes them from `open`. */
function connected(start: number, open: Set<number>, squares: readonly Square[], across: number): number[] {
  const members = [start]
  open.delete(start)
  for (let next = 0; next < members.length; next += 1) {
    const at = members[next] ?? start
    const column = at % across
    for (const neighbour of [column > 0 ? at - 1 : -1, column < across - 1 ? at + 1 : -1, at - across, at + across]) {
      const [current, other] = [squares[at], squares[neighbour]]
      if (!current || !other || !open.has(neighbour) || !isSameDirection(current, other)) continue
      open.delete(neighbour)
      members.push(neighbour)
    }
  }
  return members
}

function addSquares(squares: readonly (Square | undefined)[]): Square {
  const sum = { xx: 0, yy: 0, xy: 0 }
  for (const each of squares) {
    sum.xx += each?.xx ?? 0
    sum.yy += each?.yy ?? 0
    sum.xy += each?.xy ?? 0
  }
  return sum
}

const degrees = (radians: number) => (radians * 180) / Math.PI

function spotOf(members: readonly number[], squares: readonly Square[], across: number): Spot {
  const columns = members.map((at) => at % across)
  const rows = members.map((at) => Math.floor(at / across))
  const sum = addSquares(members.map((at) => squares[at]))
  return {
    box: {
      left: Math.min(...columns) * square,
      top: Math.min(...rows) * square,
      right: (Math.max(...columns) + 1) * square,
      bottom: (Math.max(...rows) + 1) * square,
    },
    tilt: degrees(direction(sum)),
    weight: members.length * order(sum) * Math.sqrt(strength(sum) / members.length),
  }
}
