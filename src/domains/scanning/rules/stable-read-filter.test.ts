import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStableReadFilter } from './stable-read-filter.ts'

/** Reads codes that say nothing else. */
function createCodeFilter() {
  const read = createStableReadFilter()
  return (codes: readonly string[], atMs: number) =>
    read(
      codes.map((code) => ({ code, text: code })),
      atMs,
    )
}

const [oats, milk] = ['4006381333931', '3017620422003']

test('reports a code at its second read, once while it stays in the picture', () => {
  const read = createCodeFilter()
  expect(read([oats], 0)).toEqual([])
  expect(read([oats], 100)).toEqual([oats])
  for (let at = 200; at < 5000; at += 300) expect(read([oats], at)).toEqual([])
})

test('ignores a misread frame, even if it recurs later', () => {
  const read = createCodeFilter()
  for (let at = 0; at < 20_000; at += 1500) expect(read([oats], at)).toEqual([])
})

test('reports a package again after it left the picture and came back', () => {
  const read = createCodeFilter()
  read([oats], 0)
  expect(read([oats], 100)).toEqual([oats])
  expect(read([], 1500)).toEqual([])
  expect(read([oats], 2200)).toEqual([])
  expect(read([oats], 2300)).toEqual([oats])
})

test('reports two packages in one picture', () => {
  const read = createCodeFilter()
  read([oats, milk], 0)
  expect(read([milk, oats], 100).toSorted()).toEqual([milk, oats])
})

test('never reports a code read once, nor twice within two seconds', () => {
  const frames = fc.array(fc.record({ wait: fc.integer({ min: 1, max: 900 }), codes: fc.subarray([oats, milk]) }), { maxLength: 60 })
  fc.assert(
    fc.property(frames, (all) => {
      const read = createCodeFilter()
      const lastReportedAt = new Map<string, number>()
      const reads = new Map<string, number>()
      let at = 0
      for (const { wait, codes } of all) {
        at += wait
        for (const code of codes) reads.set(code, (reads.get(code) ?? 0) + 1)
        for (const code of read(codes, at)) {
          expect(reads.get(code)).toBeGreaterThanOrEqual(2)
          expect(at - (lastReportedAt.get(code) ?? -Infinity)).toBeGreaterThan(2000)
          lastReportedAt.set(code, at)
          reads.set(code, 0)
        }
      }
    }),
  )
})

test('returns the longest text of the reads, and none of an earlier package', () => {
  const read = createStableReadFilter()
  const reading = (text: string) => [{ code: oats, text }]
  expect(read(reading(oats), 0)).toEqual([])
  expect(read(reading('486 g, oats, first'), 100)).toEqual(['486 g, oats, first'])
  expect(read(reading('486 g, oats, first'), 200)).toEqual([])
  expect(read(reading('812 g'), 2500)).toEqual([])
  expect(read(reading('812 g'), 2600)).toEqual(['812 g'])
})
