import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, test } from 'vitest'
import { formatDate } from '#platform/shared/format-date.ts'
import { formatNumber, many, say } from '#platform/shared/say.ts'
import { parseMessageCatalog, perLanguage, requestedLanguage, withLanguage } from './current-language.ts'

const project = join(import.meta.dirname, '../../../..')
const languageOf = (header: string | undefined) => requestedLanguage({ headers: { 'accept-language': header } })

test.each([
  ['de', 'de'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en;q=0.5, de-AT;q=0.9', 'de'],
  ['nl, de;q=0.5', 'de'],
  ['de;q=0, fr', 'fr'],
  ['nl', null],
  ['*', null],
  [undefined, null],
])('I-63: Accept-Language %s selects %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test.each(['', ',,;;q', '../../etc/passwd', 'de'.repeat(9_000), '\u0000de', 'q=1;de'])('I-63: garbage selects nothing: %j', (header) => {
  expect(languageOf(header)).toBeNull()
})

test('creates a value once for each language', () => {
  const created: string[] = []
  const value = perLanguage((language) => {
    created.push(language)
    return `value in ${language}`
  })
  expect(created).toEqual([])
  expect([value(), withLanguage('de', value), withLanguage('de', value), value()]).toEqual([
    'value in en',
    'value in de',
    'value in de',
    'value in en',
  ])
  expect(created).toEqual(['en', 'de'])
})

test('messages are in the current language, also after waiting, and in English by default', async () => {
  const sentence = () => say`in ${many(2, { one: '# day', other: '# days' })}`
  expect([sentence(), withLanguage('de', sentence), withLanguage('fr', sentence)]).toEqual(['in 2 days', 'in 2 Tagen', 'dans 2 jours'])
  expect(withLanguage('de', () => [formatNumber(0.5), formatDate('2026-11-20', '2026-11-01')])).toEqual(['0,5', '20. Nov.'])
  expect(withLanguage('fr', () => say`Untranslated ${'text'}`)).toBe('Untranslated text')
  const later = () => Promise.resolve().then(sentence)
  expect(await Promise.all([withLanguage('de', later), withLanguage('fr', later), later()])).toEqual([
    'in 2 Tagen',
    'dans 2 jours',
    'in 2 days',
  ])
})

test('reads catalogs like Lingui', async () => {
  const config = getConfig({ cwd: project, skipValidation: true })
  for (const catalog of await getCatalogs(config))
    for (const locale of config.locales) {
      const file = `${catalog.path.replace('{locale}', locale)}.po`
      const read = new Map(parseMessageCatalog(readFileSync(file, 'utf8')))
      const theirs = Object.entries((await catalog.read(locale)) ?? {}).filter(([, { context }]) => !context)
      expect(theirs.length).toBeGreaterThan(200)
      const different = theirs.filter(([id, { message, translation }]) => read.get(message ?? id) !== translation)
      expect(different).toEqual([])
    }
})
