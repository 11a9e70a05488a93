import { expect, test } from 'vitest'
import { createScannerKeyReader } from './hardware-scanner.ts'

function typed(keys: string[], gapMs: number) {
  const codes: string[] = []
  const read = createScannerKeyReader((code) => codes.push(code))
  const taken = keys.map((key, index) => read(key, 1000 + index * gapMs))
  return { codes, taken }
}
const digits = [...'4006381333931']

test('reports fast digits with Enter as one code and consumes the Enter', () => {
  const { codes, taken } = typed([...digits, 'Enter'], 5)
  expect(codes).toEqual(['4006381333931'])
  expect(taken.at(-1)).toBe(true)
})

test('ignores digits typed by a person', () => {
  expect(typed([...digits, 'Enter'], 200).codes).toEqual([])
})

test('starts over after a letter', () => {
  expect(typed([...'4006x381', 'Enter'], 5).codes).toEqual([])
})

test('reports a GS1 code with letters and separators, but no other fast text', () => {
  const gs1 = ['Shift', ...'0109506000134352', ...'10AB-1', '\u001d', ...'17270805', 'Enter']
  expect(typed(gs1, 5).codes).toEqual(['010950600013435210AB-1\u001d17270805'])
  expect(typed([...'hello there', 'Enter'], 5)).toMatchObject({ codes: [] })
  expect(typed([...'hello there', 'Enter'], 5).taken.at(-1)).toBe(false)
})

test('keeps the keys of a scanner from the page’s shortcuts, but not a person’s and not a held key', () => {
  const link = 'https://brand.example/01/09506000134352?17=271231'
  expect(typed([...link, 'Enter'], 5)).toEqual({ codes: [link], taken: [false, false, ...[...link].slice(2).map(() => true), true] })
  expect(typed([...'n/?nn/?'], 200).taken).toEqual(Array(7).fill(false))
  expect(typed(Array(20).fill('j'), 30).taken).toEqual(Array(20).fill(false))
})

test('ignores short codes and leaves the Enter to the page', () => {
  const { codes, taken } = typed([...'1234567', 'Enter'], 5)
  expect(codes).toEqual([])
  expect(taken.at(-1)).toBe(false)
})

test('reports two codes in a row', () => {
  expect(typed([...digits, 'Enter', ...'96385074', 'Enter'], 5).codes).toEqual(['4006381333931', '96385074'])
})

test('reports the link of a label', () => {
  const link = 'HTTPS://LARDER.EXAMPLE/L/K7M4XQPD'
  expect(typed([...link, 'Enter'], 5).codes).toEqual([link])
})
