import { expect, it } from 'vitest'
import type { Ingredient } from '../../contract/index.ts'
import { fieldsOf, IngredientFormSchema } from './ingredient-form.ts'

const stored = { ...({ name: 'Plain flour', conversions: [], barcodes: [], category: 'pantry' } as unknown as Ingredient) }
const shelfLife = { pantryDays: null, fridgeDays: null, freezerDays: null, openedDays: null }
const formOf = (aliases: string[]) => fieldsOf({ ...stored, shelfLife, aliases } as Ingredient)
const aliasesOf = (fields: ReturnType<typeof formOf>) => IngredientFormSchema.parse(fields).aliases

it.each([
  ['appended to', (text: string) => `${text}, Mehl`, ['Flour, all-purpose', 'T55', 'Mehl']],
  ['left as it is', (text: string) => text, ['Flour, all-purpose', 'T55']],
  ['put first', (text: string) => `Mehl; ${text}`, ['Flour, all-purpose', 'Mehl', 'T55']],
  ['taken out', (text: string) => text.replace('Flour, all-purpose, ', ''), ['T55']],
  ['changed', (text: string) => text.replace('all-purpose', 'strong'), ['Flour', 'strong', 'T55']],
])('splits other names at commas, but not a stored one that has a comma itself: %s', (_what, edit, aliases) => {
  const fields = formOf(['Flour, all-purpose', 'T55'])
  expect(aliasesOf({ ...fields, aliases: edit(fields.aliases) })).toEqual(aliases)
})

const can = { name: 'can', quantity: 400, unit: 'g' as const }
const tomatoes = { ...stored, shelfLife, aliases: [], defaultUnit: 'g', parLevel: 1600, ownUnits: [can] } as unknown as Ingredient

it('shows a minimum in the own unit that it is whole in, and saves it in the default unit', () => {
  const fields = fieldsOf(tomatoes)
  expect([fields.parLevel, fields.parUnit]).toEqual(['4', 'own 400 g can'])
  expect(IngredientFormSchema.parse({ ...fields, parLevel: '3' }).parLevel).toBe(1200)
  expect(IngredientFormSchema.parse({ ...fields, parUnit: '' }).parLevel).toBe(4)
  expect(IngredientFormSchema.parse({ ...fields, defaultUnit: 'kg' }).parLevel).toBe(1.6)
})

it('saves own units by their built-in name, and a barcode’s pack as what one is', () => {
  const barcodes = [{ code: '4006381333931', label: '', packQuantity: '1', packUnit: 'own 400 g can' }]
  const ownUnits = [
    { name: 'Cans', quantity: '400', unit: 'g' },
    { name: '', quantity: '', unit: 'g' },
    { name: 'Wheel', quantity: '250', unit: 'g' },
  ]
  expect(IngredientFormSchema.parse({ ...fieldsOf(tomatoes), ownUnits, barcodes })).toMatchObject({
    ownUnits: [can, { name: 'Wheel', quantity: 250, unit: 'g' }],
    barcodes: [{ packQuantity: 400, packUnit: 'g', packName: 'can' }],
  })
})
