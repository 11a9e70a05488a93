import { expect, test } from 'vitest'
import { blankLot, EditLotFormSchema, type NewLotFields, NewLotFormSchema } from './lot-form.ts'

const ingredient = '00000000-0000-4000-8000-000000000001'
const typed: NewLotFields = {
  ...blankLot,
  ingredient: { name: 'Oat milk', category: '', parLevel: '' },
  quantity: '1,5',
  unit: 'l',
  location: 'Door',
  storage: 'FRIDGE',
  dateKind: 'best_before',
}
const complaints = (fields: unknown) => NewLotFormSchema.safeParse(fields).error?.issues.map((issue) => issue.path.join('.')) ?? []

test('omits empty fields and reads a comma as a decimal point', () => {
  expect(NewLotFormSchema.parse(typed)).toEqual({
    ingredient: { name: 'Oat milk' },
    quantity: 1.5,
    unit: 'l',
    location: 'Door',
    storage: 'FRIDGE',
    isOpened: false,
    isShared: false,
  })
})

test('identifies an existing ingredient by its id alone', () => {
  const lot = NewLotFormSchema.parse({ ...typed, ingredientId: ingredient })
  expect(lot.ingredientId).toBe(ingredient)
  expect(lot.ingredient).toBeUndefined()
})

test('omits the date kind without a date', () => {
  expect(NewLotFormSchema.parse({ ...typed, expirationDate: '2026-12-01' })).toMatchObject({
    expirationDate: '2026-12-01',
    dateKind: 'best_before',
  })
})

test('reports a contract error at its field', () => {
  expect(complaints({ ...typed, ingredient: { ...typed.ingredient, name: ' ' } })).toContain('ingredient.name')
  expect(complaints({ ...typed, quantity: 'some' })).toContain('quantity')
  expect(complaints({ ...typed, quantity: '0' })).toContain('quantity')
  expect(complaints({ ...typed, expirationDate: '2026-02-30' })).toContain('expirationDate')
})

test('sends null for an emptied date, kind or price', () => {
  const { ingredient: _, ingredientId: __, barcode: ___, newOwnUnit: ____, ...fields } = typed
  expect(EditLotFormSchema.parse(fields)).toMatchObject({ expirationDate: null, dateKind: null, purchasePrice: null, quantity: 1.5 })
})
