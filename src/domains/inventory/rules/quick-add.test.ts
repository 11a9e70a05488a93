import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { addDays, CalendarDate } from '#platform/shared/calendar.ts'
import { languages } from '#platform/shared/language.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { unitLabel } from '#platform/shared/unit-display.ts'
import { Unit } from '#platform/shared/units.ts'
import { parseQuickAdd, type QuickDraft, shouldAskContent } from './quick-add.ts'

/** A Saturday. */
const today = '2026-11-21'
const read = (line: string) => parseQuickAdd(line, { today, locations: ['Garage shelf'] })
const one = (line: string): Omit<QuickDraft, 'text'> => {
  const drafts = read(line)
  expect(drafts.map((draft) => draft.text)).toEqual([line])
  const { text: _, ...rest } = drafts[0] ?? { text: '', quantity: 0, unit: 'each' as const, name: '', sure: false }
  return rest
}

test('reads the example line into three drafts', () => {
  expect(read('2 l milk exp fri, 6 eggs, 500g flour pantry')).toEqual([
    { text: '2 l milk exp fri', quantity: 2, unit: 'l', name: 'milk', expirationDate: '2026-11-27', sure: true },
    { text: '6 eggs', quantity: 6, unit: 'each', name: 'eggs', sure: true },
    { text: '500g flour pantry', quantity: 500, unit: 'g', name: 'flour', storage: 'PANTRY', sure: true },
  ])
})

test.each([
  ['1,5 l milk', 1.5, 'l', 'milk'],
  ['1.5L milk', 1.5, 'l', 'milk'],
  ['.5 l cream', 0.5, 'l', 'cream'],
  ['1/2 lb butter', 0.5, 'lb', 'butter'],
  ['½ lb butter', 0.5, 'lb', 'butter'],
  ['1½ cups rice', 1.5, 'cup', 'rice'],
  ['⅓ cup rice', 0.333, 'cup', 'rice'],
  ['⅔ cup rice', 0.667, 'cup', 'rice'],
  ['¼ cup rice', 0.25, 'cup', 'rice'],
  ['¾ cup rice', 0.75, 'cup', 'rice'],
  ['⅛ cup rice', 0.125, 'cup', 'rice'],
  ['1 1/2 cups rice', 1.5, 'cup', 'rice'],
  ['1 and 1/2 cups rice', 1.5, 'cup', 'rice'],
  ['2 x 400 g beans', 800, 'g', 'beans'],
  ['2x400g beans', 800, 'g', 'beans'],
  ['2 cans 400 g beans', 800, 'g', 'beans', { ownUnit: { name: 'can', quantity: 400, unit: 'g' } }],
  ['3 cans of beans', 3, 'each', 'beans', { pack: 'can' }],
  ['2 loaves bread', 2, 'each', 'bread'],
  ['2x bread', 2, 'each', 'bread'],
  ['a dozen eggs', 12, 'each', 'eggs'],
  ['2 dozen eggs', 24, 'each', 'eggs'],
  ['half a dozen eggs', 6, 'each', 'eggs'],
  ['two onions', 2, 'each', 'onions'],
  ['3 pounds of potatoes', 3, 'lb', 'potatoes'],
  ['750 millilitres wine', 750, 'ml', 'wine'],
  ['70 cl wine', 700, 'ml', 'wine'],
  ['2 fl. oz vanilla', 2, 'fl_oz', 'vanilla'],
  ['1 gallon milk', 1, 'gal', 'milk'],
  ['2 tablespoons capers', 2, 'tbsp', 'capers'],
  ['milk 2 l', 2, 'l', 'milk'],
  ['milk 2l', 2, 'l', 'milk'],
  ['eggs x6', 6, 'each', 'eggs'],
  ['eggs x 6', 6, 'each', 'eggs'],
  ['- 2 pcs ginger', 2, 'piece', 'ginger'],
] as const)('"%s" is %d %s of %s', (line, quantity, unit, name, pack?: object) => {
  expect(one(line)).toEqual({ quantity, unit, name, sure: true, ...pack })
})

test.each([
  ['2 l Milch', 2, 'l', 'Milch'],
  ['1,5 l Milch', 1.5, 'l', 'Milch'],
  ['500 Gramm Mehl', 500, 'g', 'Mehl'],
  ['ein Pfund Butter', 500, 'g', 'Butter'],
  ['sechs Eier', 6, 'each', 'Eier'],
  ['3 Stück Seife', 3, 'each', 'Seife'],
  ['3Stück Seife', 3, 'each', 'Seife'],
  ['2 Dosen 400 g Tomaten', 800, 'g', 'Tomaten', { ownUnit: { name: 'can', quantity: 400, unit: 'g' } }],
  ['2 EL Kapern', 2, 'tbsp', 'Kapern'],
  ['2 Tafeln Schokolade', 2, 'each', 'Schokolade'],
  ['ein Dutzend Eier', 12, 'each', 'Eier'],
  ['2 l de lait', 2, 'l', 'lait'],
  ["1 l d'huile d'olive", 1, 'l', "huile d'olive"],
  ['500 grammes de farine', 500, 'g', 'farine'],
  ['une douzaine d’œufs', 12, 'each', 'œufs'],
  ['2 boîtes de thon', 2, 'each', 'thon', { pack: 'can' }],
  ['2 c. à s. de câpres', 2, 'tbsp', 'câpres'],
  ['trois oignons', 3, 'each', 'oignons'],
  ['Zwiebeln 2 kg', 2, 'kg', 'Zwiebeln'],
] as const)('in German and French "%s" is %d %s of %s', (line, quantity, unit, name, pack?: object) => {
  expect(one(line)).toEqual({ quantity, unit, name, sure: true, ...pack })
})

test('reads lines in German and French', () => {
  expect(read('2 l Milch bis Fr, 6 Eier und 500 g Mehl in der Vorratskammer')).toMatchObject([
    { name: 'Milch', expirationDate: '2026-11-27', sure: true },
    { name: 'Eier', quantity: 6 },
    { name: 'Mehl', quantity: 500, unit: 'g', storage: 'PANTRY' },
  ])
  expect(read("2 l de lait jusqu'au 25 décembre, 6 œufs et 400 g d'épinards surgelés, glace dans le congélateur")).toMatchObject([
    { name: 'lait', expirationDate: '2026-12-25', sure: true },
    { name: 'œufs', quantity: 6 },
    { name: 'épinards surgelés', quantity: 400, unit: 'g', storage: 'FREEZER' },
    { name: 'glace', storage: 'FREEZER' },
  ])
})

test('keeps articles, apostrophes and words that look like units in a name', () => {
  for (const name of ["huile d'olive", "Côte d'Or", 'la vache qui rit', 'El Paso Tortillas', 'Haferflocken zart']) {
    expect(read(name)).toMatchObject([{ name }])
  }
})

test.each(languages)('in %s understands the units and storages shown on screens', (language) => {
  withLanguage(language, () => {
    for (const unit of Unit.options) {
      for (const quantity of [1, 3]) {
        const line = `${quantity} ${unitLabel(unit, quantity)} Quinoa`
        expect([line, read(line)]).toMatchObject([line, [{ quantity, unit, name: 'Quinoa' }]])
      }
    }
    for (const [storage, words] of [
      ['PANTRY', 'Pantry'],
      ['FRIDGE', 'Fridge'],
      ['FREEZER', 'Freezer'],
    ] as const)
      expect(read(`1 l Quinoa ${say(words)}`)).toMatchObject([{ name: 'Quinoa', storage }])
  })
})

test.each([
  ['bis morgen', '2026-11-22'],
  ['bis übermorgen', '2026-11-23'],
  ['bis Freitag', '2026-11-27'],
  ['haltbar bis 25.12.', '2026-12-25'],
  ['bis zum 3. Mai', '2027-05-03'],
  ['in 3 Tagen', '2026-11-24'],
  ['in einer Woche', '2026-11-28'],
  ['verbrauchen bis 1.12.2026', '2026-12-01'],
  ["jusqu'à demain", '2026-11-22'],
  ['expire demain', '2026-11-22'],
  ['expire vendredi', '2026-11-27'],
  ['dans 2 semaines', '2026-12-05'],
  ['avant le 1er janvier', '2027-01-01'],
  ['DLC 3 décembre', '2026-12-03'],
] as const)('in German and French "milk %s" expires on %s', (words, date) => {
  expect(read(`2 l milk ${words}`)[0]?.expirationDate ?? null).toBe(date)
})

test.each([
  ['exp fri', '2026-11-27'],
  ['exp. friday', '2026-11-27'],
  ['exp:fri', '2026-11-27'],
  ['expires on sunday', '2026-11-22'],
  ['exp tomorrow', '2026-11-22'],
  ['exp today', today],
  ['exp 3d', '2026-11-24'],
  ['exp in 3 days', '2026-11-24'],
  ['in 2 weeks', '2026-12-05'],
  ['exp next week', '2026-11-28'],
  ['exp in 3 months', '2027-02-21'],
  ['exp 2027-01-31', '2027-01-31'],
  ['2027-01-31', '2027-01-31'],
  ['exp 25 dec', '2026-12-25'],
  ['exp dec 25', '2026-12-25'],
  ['exp 25th december 2027', '2027-12-25'],
  ['exp 25/12', '2026-12-25'],
  ['exp 12/25', '2026-12-25'],
  ['exp 25.12.', '2026-12-25'],
  ['exp 25.12.27', '2027-12-25'],
  ['exp 25/12/2027', '2027-12-25'],
  ['exp 02/2028', '2028-02-29'],
  ['exp feb 2027', '2027-02-28'],
  ['exp 29 feb', '2028-02-29'],
] as const)('on a Saturday "2 hams %s" expires on %s', (words, date) => {
  expect(one(`2 hams ${words}`)).toEqual({ quantity: 2, unit: 'each', name: 'hams', expirationDate: date, sure: true })
})

test.each([
  ['exp end of month', '2026-11-30'],
  ['exp end of next month', '2026-12-31'],
  ['exp end 12/2027', '2027-12-31'],
  ['bis Monatsende', '2026-11-30'],
  ["jusqu'à fin du mois", '2026-11-30'],
] as const)('"2 hams %s" expires on %s, the last day of a month', (words, date) => {
  expect(one(`2 hams ${words}`)).toMatchObject({ name: 'hams', expirationDate: date, sure: true })
})

test('reads the kind of date', () => {
  expect(one('2 hams use by 25 dec')).toMatchObject({ dateKind: 'use_by', expirationDate: '2026-12-25' })
  expect(one('2 hams best before 25 dec')).toMatchObject({ dateKind: 'best_before' })
  expect(one('2 hams bb 25 dec')).toMatchObject({ dateKind: 'best_before' })
})

test('guesses ambiguous values and marks them as unsure', () => {
  expect(one('2 hams exp 5/6')).toMatchObject({ expirationDate: '2027-06-05', sure: false })
  expect(parseQuickAdd('2 hams exp 5/6', { today, dayFirst: false })).toMatchObject([{ expirationDate: '2027-05-06', sure: false }])
  expect(one('2 hams exp sat')).toMatchObject({ expirationDate: today, sure: false })
  expect(one('2 hams exp 20/11')).toMatchObject({ expirationDate: '2027-11-20', sure: false })
  expect(one('1,000 g flour')).toMatchObject({ quantity: 1000, sure: false })
  expect(one('1.500 g flour')).toMatchObject({ quantity: 1.5, sure: true })
  const inGerman = (line: string) => parseQuickAdd(line, { today, decimalMark: ',' })
  expect(inGerman('1.500 g Mehl')).toMatchObject([{ quantity: 1500, sure: false }])
  expect(inGerman('1,500 kg Mehl')).toMatchObject([{ quantity: 1.5, sure: true }])
  expect(inGerman('Mehl 1.500 g')).toMatchObject([{ quantity: 1500 }])
  expect(one('milk')).toEqual({ quantity: 1, unit: 'each', name: 'milk', sure: false })
  expect(one('Omega 3')).toMatchObject({ quantity: 3, name: 'Omega', sure: false })
})

test('keeps what it doesn’t understand in the name', () => {
  expect(one('2 l milk exp soon')).toEqual({ quantity: 2, unit: 'l', name: 'milk exp soon', sure: false })
  expect(one('ham exp 2/30')).toEqual({ quantity: 1, unit: 'each', name: 'ham exp 2/30', sure: false })
  for (const line of ['0 eggs', '10000000 eggs', '1/0 eggs', 'exp fri', '500 g', 'pantry']) {
    expect(one(line)).toEqual({ quantity: 1, unit: 'each', name: line, sure: false })
  }
})

test('reads the location at the end of an item', () => {
  expect(one('1kg peas in the freezer')).toEqual({ quantity: 1, unit: 'kg', name: 'peas', storage: 'FREEZER', sure: true })
  expect(one('1kg frozen peas')).toMatchObject({ name: 'frozen peas', storage: 'FREEZER' })
  expect(one('1 l oil garage shelf')).toMatchObject({ name: 'oil', location: 'Garage shelf' })
  expect(one('1 l oil @cellar')).toMatchObject({ name: 'oil', location: 'cellar' })
  expect(one('2 l milk fridge exp fri')).toMatchObject({ name: 'milk', storage: 'FRIDGE', expirationDate: '2026-11-27' })
  expect(one('1 tuna in oil')).toMatchObject({ name: 'tuna in oil' })
})

test('splits items at commas, lines and "and 2", but not inside a name or a number', () => {
  const names = (line: string) => read(line).map((draft) => draft.name)
  expect(names('6 eggs,500g flour,1,5 l milk')).toEqual(['eggs', 'flour', 'milk'])
  expect(names('6 eggs\n2 l milk; 1 ham exp 2026-12-25,2 leeks')).toEqual(['eggs', 'milk', 'ham', 'leeks'])
  expect(names('6 eggs and 2 l milk')).toEqual(['eggs', 'milk'])
  expect(names('mac and cheese, half and half, 7up')).toEqual(['mac and cheese', 'half and half', '7up'])
  expect(names(' , ,\n')).toEqual([])
})

test('applies an item without a name to the previous one', () => {
  expect(read('2 l milk, exp fri, in the fridge, 6 eggs')).toEqual([
    {
      text: '2 l milk, exp fri, in the fridge',
      quantity: 2,
      unit: 'l',
      name: 'milk',
      expirationDate: '2026-11-27',
      storage: 'FRIDGE',
      sure: true,
    },
    { text: '6 eggs', quantity: 6, unit: 'each', name: 'eggs', sure: true },
  ])
})

test('keeps a number in a known name, and is unsure of a count of a weighed ingredient', () => {
  const findIngredient = (name: string) => (name === '3 bean salad' || name === 'flour' ? { defaultUnit: 'g' as const } : null)
  expect(parseQuickAdd('3 bean salad, 2 flour', { today, findIngredient })).toMatchObject([
    { name: '3 bean salad', quantity: 1, sure: false },
    { name: 'flour', quantity: 2, unit: 'each', sure: false },
  ])
})

test('returns valid form values for any input', () => {
  const pieces =
    '2 1/2 1,5 ½ 0 99999999 x × l g kg cups dozen can of milk eggs , ; \n and exp bb use by fri 25/12 31.2. in 3 days pantry @ - ( 2026-02-30'
  const anyLine = fc.array(fc.oneof(fc.constantFrom(...pieces.split(' ')), fc.string({ unit: 'grapheme', maxLength: 5 })), {
    maxLength: 14,
  })
  fc.assert(
    fc.property(anyLine, (parts) => {
      for (const draft of read(parts.join(' '))) {
        expect(Quantity.safeParse(draft.quantity).success).toBe(true)
        expect(Unit.safeParse(draft.unit).success).toBe(true)
        expect(draft.name).not.toBe('')
        if (draft.expirationDate !== undefined) expect(CalendarDate.safeParse(draft.expirationDate).success).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('reads a date in days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), (days) => {
      expect(one(`1 ham exp in ${days} days`)).toMatchObject({ expirationDate: addDays(today, days) })
    }),
  )
})

test('I-46 reads hostile lines to the end and keeps every character', () => {
  const units = [
    '1 ',
    '1/',
    '½',
    '1,',
    '1 x ',
    'exp ',
    'in the ',
    'in ',
    'exp 1/',
    'and 1 ',
    '@',
    'use best ',
    '\n',
    ', exp fri',
    '1g',
    'a'.repeat(9),
  ]
  for (const unit of units) {
    const line = unit.repeat(unit === '1 ' ? 50_000 : 5_000)
    const letters = (text: string) => text.replace(/[\s,;]/g, '').length
    const kept = read(line).reduce((sum, draft) => sum + letters(draft.text), 0)
    expect(kept).toBe(letters(line))
  }
})

test.each([
  ['2 cans tomatoes', 800, 'g', 'tomatoes', 'can'],
  ['2 tins of tomatoes', 800, 'g', 'tomatoes', 'can'],
  ['2 Dosen Tomaten', 800, 'g', 'Tomaten', 'can'],
  ['2 boîtes de tomates', 800, 'g', 'tomates', 'can'],
  ['1/2 can tomatoes', 200, 'g', 'tomatoes', 'can'],
  ['tomatoes 3 cans', 1200, 'g', 'tomatoes', 'can'],
  ['2 cans 400 g tomatoes', 800, 'g', 'tomatoes', 'can'],
  ['2 wheels brie', 500, 'g', 'brie', 'Wheel'],
  ['1 wheel of brie', 250, 'g', 'brie', 'Wheel'],
] as const)('counts in own units of the ingredient: %s', (line, quantity, unit, name, ownUnit) => {
  const can = { name: 'can', quantity: 400, unit: 'g' } as const
  const wheel = { name: 'Wheel', quantity: 250, unit: 'g' } as const
  const known = new Map(['tomatoes', 'Tomaten', 'tomates'].map((word): [string, OwnUnit[]] => [word, [can]]).concat([['brie', [wheel]]]))
  const findIngredient = (word: string) => {
    const ownUnits = known.get(word)
    return ownUnits ? { defaultUnit: 'g' as const, ownUnits } : null
  }
  const [draft] = parseQuickAdd(line, { today, findIngredient })
  expect(draft).toMatchObject({ quantity, unit, name, ownUnit: { name: ownUnit }, sure: true })
})

test('never invents what a can is', () => {
  expect(one('2 cans beans')).toEqual({ quantity: 2, unit: 'each', pack: 'can', name: 'beans', sure: true })
  const findIngredient = () => ({ defaultUnit: 'g' as const, ownUnits: [{ name: 'jar', quantity: 300, unit: 'g' as const }] })
  const [draft] = parseQuickAdd('2 cans beans', { today, findIngredient })
  expect(draft).toMatchObject({ quantity: 2, unit: 'each', pack: 'can', name: 'beans' })
})

test.each([
  ['can', null, true],
  ['can', 'g', true],
  ['can', 'each', false],
  ['clove', null, false],
  ['slice', 'g', false],
  [undefined, 'g', false],
] as const)('asks what a %s of an ingredient in %s is: %s', (pack, unit, isAsked) => {
  expect(shouldAskContent(pack ? { pack } : {}, unit && { defaultUnit: unit })).toBe(isAsked)
})

test('takes what a line says a can is', () => {
  expect(one('2 cans 400 g beans')).toEqual({
    quantity: 800,
    unit: 'g',
    ownUnit: { name: 'can', quantity: 400, unit: 'g' },
    name: 'beans',
    sure: true,
  })
})
