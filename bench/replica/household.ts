import { localTable } from '#platform/shared/local-tables.ts'

export type Row = { readonly id: string } & Readonly<Record<string, unknown>>
export const lotTable = localTable<Row>('lots')
export const ingredientTable = localTable<Row>('ingredients')
export const today = '2026-11-25'

/** A repeatable pseudo-random number below `max`. */
function numbers(seed: number) {
  let state = seed
  return (max: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}

const pick = <T>(values: readonly T[], at: number): T => values[at % values.length] as T

/** A household in the shape of `GET /api/sync`. */
export function household(lots: number, recipes: number): Record<string, Row[]> {
  const below = numbers(7)
  const id = () => Array.from([8, 4, 4, 4, 12], (length) => Array.from({ length }, () => below(16).toString(16)).join('')).join('-')
  const day = (offset: number) => new Date(Date.parse(today) + offset * 86_400_000).toISOString()
  const ingredients = Array.from({ length: 600 }, (_, i) => ({
    id: id(),
    name: `Ingredient ${i} ${pick(['milk', 'flour', 'rice', 'beans', 'salt'], i)}`,
    category: pick(['Produce', 'Bakery', 'Dairy & Eggs', 'Baking', 'Frozen', 'Canned Goods'], i),
    parLevel: i % 3 === 0 ? below(9) : null,
    defaultUnit: 'g',
    defaultStorage: 'PANTRY',
    defaultLocation: '',
    aliases: [],
    conversions: [],
    shelfLife: { pantryDays: 30, fridgeDays: null, freezerDays: 180, openedDays: 7 },
    barcodes: [],
    version: 1,
  }))
  const lotRows = Array.from({ length: lots }, () => ({
    id: id(),
    ingredientId: pick(ingredients, below(600)).id,
    quantity: 1 + below(900),
    unit: pick(['g', 'ml', 'each'], below(3)),
    location: pick(['', 'Top shelf', 'Door', 'Drawer'], below(4)),
    storage: pick(['PANTRY', 'FRIDGE', 'FREEZER'], below(3)),
    isOpened: below(5) === 0,
    isShared: false,
    expirationDate: day(below(90) - 10).slice(0, 10),
    dateKind: 'best_before',
    effectiveExpiration: day(below(90) - 10).slice(0, 10),
    expirationReason: { rule: 'printed' },
    purchasePrice: below(900) / 100,
    barcode: null,
    openedOn: null,
    confirmedAt: null,
    createdAt: day(-below(200)),
    updatedAt: day(-below(200)),
    addedBy: 'u1',
    version: 1,
  }))
  const recipeRows = Array.from({ length: recipes }, (_, i) => {
    const lines = Array.from({ length: 8 }, () => pick(ingredients, below(600)).name)
    return {
      id: id(),
      name: `Recipe ${i}`,
      description: 'A dish for a weekday.',
      category: 'italian',
      tags: [],
      rating: null,
      createdAt: day(-i),
      servings: 4,
      ingredients: lines.map((name) => `200 g ${name}`),
      instructions: ['Chop everything.', 'Cook it until it is done, stirring now and then.', 'Serve hot.'],
      lines: lines.map((food) => ({ quantity: 200, unit: 'g', food, preparation: '', sure: true })),
      version: 1,
    }
  })
  return { ingredients, lots: lotRows, recipes: recipeRows }
}
