import { expect, test } from 'vitest'
import { withLanguage } from '#platform/server/i18n/language.ts'
import { languages } from '#platform/shared/language.ts'
import { categories } from '../contract/index.ts'
import { aisleLabel, aisleOf, aislesToOffer } from './aisle.ts'

test.each(languages)(
  'in %s every aisle has a name of its own that means it, typed in any case, and so does its English one',
  (language) => {
    withLanguage(language, () => {
      expect(new Set(aislesToOffer()).size).toBe(categories.length)
      for (const category of categories) {
        expect(aisleLabel(category).length).toBeLessThanOrEqual(40)
        expect([aisleOf(aisleLabel(category)), aisleOf(` ${aisleLabel(category).toUpperCase()} `), aisleOf(category)]).toEqual([
          category,
          category,
          category,
        ])
      }
    })
  },
)

test('an aisle that a household named itself keeps its name, even where it is a word of ours elsewhere', () => {
  withLanguage('de', () => {
    expect([aisleLabel('Tiernahrung'), aisleOf(' Tiernahrung ')]).toEqual(['Tiernahrung', 'Tiernahrung'])
    expect(aisleLabel('Settings')).toBe('Settings')
  })
})
