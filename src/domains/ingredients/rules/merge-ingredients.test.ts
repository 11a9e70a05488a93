import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ingredientKey } from './match-ingredient.ts'
import { type MergeableIngredient, mergeIngredientFields } from './merge-ingredients.ts'
import { unknownShelfLife } from './new-ingredient.ts'

const ingredient = (fields: Partial<MergeableIngredient> & { name: string }): MergeableIngredient => ({
  category: 'Dairy & Eggs',
  aliases: [],
  conversions: [],
  ownUnits: [],
  containers: [],
  parMilli: null,
  defaultUnit: 'each',
  shelfLife: unknownShelfLife,
  shelfLifeSource: null,
  defaultStorage: 'FRIDGE',
  defaultLocation: '',
  openedStorage: null,
  openedLocation: '',
  note: '',
  warningDays: null,
  isFavorite: false,
  picture: null,
  ...fields,
})
const week = { ...unknownShelfLife, fridgeDays: 7 }
const month = { ...unknownShelfLife, fridgeDays: 30 }

describe('merging the fields of two ingredients', () => {
  it('keeps the values of the first', () => {
    const kept = ingredient({ name: 'Milk', parMilli: 2000, defaultUnit: 'l', shelfLife: week, defaultLocation: 'Door' })
    const merged = ingredient({ name: 'Whole milk', parMilli: 9000, defaultUnit: 'l', shelfLife: month, defaultLocation: 'Top' })
    expect(mergeIngredientFields(kept, merged)).toEqual({ ...kept, aliases: ['Whole milk'] })
  })

  it('takes over what the first lacks, the minimum in its unit', () => {
    const merged = ingredient({
      name: 'Whole milk',
      parMilli: 2000,
      defaultUnit: 'l',
      shelfLife: month,
      shelfLifeSource: 'USDA',
      defaultLocation: 'Top',
      note: '3.5%',
    })
    expect(mergeIngredientFields(ingredient({ name: 'Milk', defaultUnit: 'ml' }), merged)).toEqual({
      ...merged,
      name: 'Milk',
      aliases: ['Whole milk'],
      defaultUnit: 'ml',
      parMilli: 2_000_000,
    })
    expect(mergeIngredientFields(ingredient({ name: 'Milk', defaultUnit: 'each' }), merged).parMilli).toBeNull()
  })

  it('takes over the category and storage of one that is filed, and no place in another storage', () => {
    const unfiled = ingredient({ name: 'Milk', category: 'Other', defaultStorage: 'PANTRY', defaultLocation: 'Shelf' })
    const filed = ingredient({ name: 'Whole milk', defaultLocation: 'Door' })
    const place = { category: 'Dairy & Eggs', defaultStorage: 'FRIDGE', defaultLocation: 'Door' }
    expect(mergeIngredientFields(unfiled, filed)).toMatchObject(place)
    expect(mergeIngredientFields(filed, unfiled)).toMatchObject(place)
    const frozen = ingredient({ name: 'Frozen milk', defaultStorage: 'FREEZER', defaultLocation: 'Drawer' })
    expect(mergeIngredientFields(ingredient({ name: 'Milk' }), frozen)).toMatchObject({ defaultStorage: 'FRIDGE', defaultLocation: '' })
  })

  it('adds the containers whose names the first doesn’t have, up to ten', () => {
    const jar = (name: string, quantity = 220) => ({ name, quantity, unit: 'g' }) as const
    const kept = ingredient({ name: 'A', containers: [jar('Glass jar')] })
    const merged = ingredient({ name: 'B', containers: [jar('glass jar', 300), jar('Box', 80)] })
    expect(mergeIngredientFields(kept, merged).containers).toEqual([jar('Glass jar'), jar('Box', 80)])
    const many = ingredient({ name: 'C', containers: Array.from({ length: 10 }, (_, at) => jar(`Jar ${at}`)) })
    expect(mergeIngredientFields(many, merged).containers).toEqual(many.containers)
  })

  it('adds only conversions that the first can’t make', () => {
    const cup = { from: 'cup', to: 'g', factor: 120 } as const
    const other = { from: 'ml', to: 'g', factor: 1 } as const
    const piece = { from: 'each', to: 'g', factor: 50 } as const
    const merged = ingredient({ name: 'B', conversions: [other, piece] })
    expect(mergeIngredientFields(ingredient({ name: 'A', conversions: [cup] }), merged).conversions).toEqual([cup, piece])
  })

  it('joins two notes, and keeps the first if they are too long together', () => {
    const notes = (first: string, second: string) =>
      mergeIngredientFields(ingredient({ name: 'A', note: first }), ingredient({ name: 'B', note: second })).note
    expect(notes('red', 'large')).toBe('red; large')
    expect(notes('red', 'x'.repeat(300))).toBe('red')
  })

  it('never loses the second name, repeats none, and has at most 20 other names', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}$/)
    const names = fc.array(name, { maxLength: 20 })
    fc.assert(
      fc.property(name, names, name, names, (first, aliases, second, others) => {
        const all = mergeIngredientFields(ingredient({ name: first, aliases }), ingredient({ name: second, aliases: others })).aliases
        const keys = [first, ...all].map(ingredientKey)
        expect(keys).toContain(ingredientKey(second))
        expect(new Set(keys).size).toBe(keys.length)
        expect(all.length).toBeLessThanOrEqual(20)
      }),
    )
  })
})
