import { expect, test } from 'vitest'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { languages } from '#platform/shared/language.ts'
import { categories } from '../contract/index.ts'
import { categoryLabel, categoryOf, categorySuggestions } from './category-labels.ts'

test.each(languages)('in %s every category is found by its unique translation in any case, and by its English name', (language) => {
  withLanguage(language, () => {
    expect(new Set(categorySuggestions()).size).toBe(categories.length)
    for (const category of categories) {
      expect(categoryLabel(category).length).toBeLessThanOrEqual(40)
      expect([categoryOf(categoryLabel(category)), categoryOf(` ${categoryLabel(category).toUpperCase()} `), categoryOf(category)]).toEqual(
        [category, category, category],
      )
    }
  })
})

test('a household’s own category is not translated', () => {
  withLanguage('de', () => {
    expect([categoryLabel('Tiernahrung'), categoryOf(' Tiernahrung ')]).toEqual(['Tiernahrung', 'Tiernahrung'])
    expect(categoryLabel('Settings')).toBe('Settings')
  })
})
