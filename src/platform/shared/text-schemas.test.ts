import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { otherSites } from '#tests/support/data/hostile-texts.ts'
import { isInternalPath } from './internal-path.ts'
import { nameKey } from './name-key.ts'
import { Name, Text } from './text-schemas.ts'

const isName = (text: unknown) => Name(120).safeParse(text).success

test('trims text and keeps it otherwise', () => {
  expect(Text(20).parse('  Crème  fraîche ')).toBe('Crème  fraîche')
  expect(Name(120).parse('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  expect(Name(120).parse('👩‍🍳 Soße')).toBe('👩‍🍳 Soße')
})

test('I-16 refuses invalid, invisible or long text and never truncates it', () => {
  const refused = [
    '\u0000milk',
    'a\ud800',
    '\u202emilk',
    `e${'\u0301'.repeat(10_000)}`,
    'x'.repeat(121),
    '\u200b',
    '   ',
    '',
    '\u00ad\u200d',
    null,
    5,
  ]
  for (const text of refused) expect(isName(text)).toBe(false)
  expect(isName('x'.repeat(120))).toBe(true)
})

test('a name key ignores case, accents and repeated spaces', () => {
  const alike = ['Crème fraîche', 'CREME  FRAICHE', 'crème\tfraîche', ' Crème fraîche ']
  expect(new Set(alike.map(nameKey))).toEqual(new Set(['creme fraiche']))
  expect(nameKey('Weißkohl')).toBe(nameKey('WEISSKOHL'))
  expect(nameKey('ﬁsh')).toBe('fish')
})

test('the key of a key is the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      expect(nameKey(nameKey(text))).toBe(nameKey(text))
    }),
  )
})

test('I-46 handles hostile names quickly', () => {
  const hostile = ['a'.repeat(100_000), '1 '.repeat(50_000), ' '.repeat(100_000), '\u0301'.repeat(100_000), '\u200b'.repeat(100_000)]
  for (const text of hostile) {
    expect(isName(text)).toBe(false)
    expect(nameKey(text).length).toBeLessThanOrEqual(text.length)
  }
})

describe('an internal path', () => {
  test.each(['/', '/login', '/login?confirmed=1', '/settings?tab=profile&email=changed', '/a.b/c-d/e_f'])('may be %j', (text) => {
    expect(isInternalPath(text)).toBe(true)
    const origin = 'https://larder.example'
    expect(new URL(text, origin).href).toBe(origin + text)
  })
  test.each([...otherSites, '', '/.', '/..', '/a/../b', '/a/./b', '/login#x', '/login?next=/%2F', '/login?a=//x'])('isn’t %j', (text) => {
    expect(isInternalPath(text)).toBe(false)
  })
})
