import { expect, test } from 'vitest'
import { keyReader } from './beeper.ts'

function typed(keys: string[], gapMs: number) {
  const codes: string[] = []
  const read = keyReader((code) => codes.push(code))
  const taken = keys.map((key, index) => read(key, 1000 + index * gapMs))
  return { codes, taken }
}
const digits = [...'4006381333931']

test('fast digits and Enter are one code, and the Enter is taken', () => {
  const { codes, taken } = typed([...digits, 'Enter'], 5)
  expect(codes).toEqual(['4006381333931'])
  expect(taken.at(-1)).toBe(true)
})

test('digits typed by a person are no code', () => {
  expect(typed([...digits, 'Enter'], 200).codes).toEqual([])
})

test('a letter in between starts anew', () => {
  expect(typed([...'4006x381', 'Enter'], 5).codes).toEqual([])
})

test('too few digits are no code, and the Enter is left to the page', () => {
  const { codes, taken } = typed([...'1234567', 'Enter'], 5)
  expect(codes).toEqual([])
  expect(taken.at(-1)).toBe(false)
})

test('two codes in a row are two codes', () => {
  expect(typed([...digits, 'Enter', ...'96385074', 'Enter'], 5).codes).toEqual(['4006381333931', '96385074'])
})
