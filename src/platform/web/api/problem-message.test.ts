import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { formatMessage, formatNumberIn, type Message } from '#platform/shared/say.ts'
import { messages as de } from '../i18n/de.po'
import { messages as fr } from '../i18n/fr.po'

const values = (count: number) =>
  new Proxy<Record<string, unknown>>({}, { get: (_, name) => (/^\d+$/.test(String(name)) || name !== 'toJSON' ? count : undefined) })

test.each([
  ['de', de],
  ['fr', fr],
])('formats every message as Lingui does: %s', (locale, messages) => {
  const lingui = setupI18n({ locale, messages: { [locale]: JSON.parse(JSON.stringify(messages)) } })
  const different = Object.entries(messages).flatMap(([id, message]) =>
    [0, 1, 2, 1234.5].flatMap((count) => {
      const [said, ours] = [lingui._(id, values(count)), formatMessage(message as Message, values(count), locale)]
      // Lingui prints a plain value such as `{n}` unformatted.
      const theirs = said.replaceAll(String(count), formatNumberIn(locale, count))
      return theirs === ours ? [] : [{ id, count, theirs, ours }]
    }),
  )
  expect(different).toEqual([])
})

test('omits missing values and prefers an exact number over its plural category', () => {
  expect(formatMessage(['Hello ', ['name'], '!'], {}, 'en')).toBe('Hello !')
  expect(formatMessage([['n', 'plural', { '0': 'none', one: ['# left'], other: ['#', ' left'] }]], { n: 0 }, 'en')).toBe('none')
  expect(formatMessage([['n', 'plural', { '0': 'none', one: ['#', ' left'], other: ['#', ' left'] }]], { n: 2000 }, 'en')).toBe(
    '2,000 left',
  )
})

test('formats numbers in the language, with and without plurals', () => {
  const left: Message = ['There is only ', ['0'], '.']
  expect([0.5, 1.125, 12, 1500, 0.1 + 0.2].map((max) => formatMessage(left, { 0: max }, 'en-US'))).toEqual(
    ['0.5', '1.125', '12', '1500', '0.3'].map((max) => `There is only ${max}.`),
  )
  expect(formatMessage(left, { 0: 0.5 }, 'de-DE')).toBe('There is only 0,5.')
  expect(formatMessage(left, { 0: '0.5' }, 'de-DE')).toBe('There is only 0.5.')
})
