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
