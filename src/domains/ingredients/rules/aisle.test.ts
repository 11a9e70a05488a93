import { expect, test } from 'vitest'
import { withLanguage } from '#platform/server/i18n/language.ts'
import { languages } from '#platform/shared/language.ts'
import { categories } from '../contract/index.ts'
import { aisleLabel, aisleOf, aisleSuggestions } from './aisle.ts'

test.each(languages)('in %s every category is found by its unique translation in any case, and by its English name', (language) => {
  withLanguage(language, () => {
    expect(new Set(aisleSuggestions()).size).toBe(categories.length)
    for (const category of categories) {
      expect(aisleLabel(category).length).toBeLessThanOrEqual(40)
      expect([aisleOf(aisleLabel(category)), aisleOf(` ${aisleLabel(category).toUpperCase()} `), aisleOf(category)]).toEqual([
        category,
        category,
        category,
      ])
    }
  })
})

test('a household’s own category is not translated', () => {
  withLanguage('de', () => {
    expect([aisleLabel('Tiernahrung'), aisleOf(' Tiernahrung ')]).toEqual(['Tiernahrung', 'Tiernahrung'])
    expect(aisleLabel('Settings')).toBe('Settings')
  })
})
