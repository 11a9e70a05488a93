import { expect, test } from 'vitest'
import { shelfParts, shelfViews } from './shelf-parts.ts'

const sizes = [
  { width: 4032, height: 3024 },
  { width: 3024, height: 4032 },
  { width: 640, height: 480 },
]

test.each(sizes)('the parts of $width × $height cover all of it and overlap', (size) => {
  const parts = shelfParts(size)
  for (let x = 0.01; x < 1; x += 0.07)
    for (let y = 0.01; y < 1; y += 0.07)
      expect(parts.some(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom)).toBe(true)
  for (const part of [...parts, ...shelfViews(size)]) {
    for (const edge of [part.left, part.top, part.right, part.bottom]) expect(edge >= 0 && edge <= 1 + 1e-9).toBe(true)
    expect(part.left < part.right && part.top < part.bottom).toBe(true)
  }
})

test('divides the longer side into more parts, and a small picture not at all', () => {
  const count = (at: number) => new Set(shelfParts(sizes[at] ?? { width: 0, height: 0 }).map(({ left }) => left)).size
  expect([count(0), count(1), count(2)]).toEqual([3, 2, 1])
  expect(shelfParts(sizes[2] ?? { width: 0, height: 0 })).toHaveLength(1)
})
