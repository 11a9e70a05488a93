import type { Lot } from '#domains/inventory/contract.ts'
import type { Ingredient } from '#domains/products/contract.ts'

let made = 0
const id = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

/** A lot as the API answers it: milk, sealed, in the fridge, good for five days from 2026-11-21. */
export function lot(part: Partial<Omit<Lot, 'ingredient'>> & { ingredient?: Partial<Lot['ingredient']>; name?: string } = {}): Lot {
  const { name, ingredient, ...rest } = part
  return {
    id: id(),
    ingredient: { id: id(), name: name ?? 'Milk', category: 'Dairy & Eggs', parLevel: null, ...ingredient },
    quantity: 2,
    unit: 'l',
    location: 'Fridge',
    storage: 'FRIDGE',
    isOpened: false,
    isShared: false,
    expirationDate: '2026-11-26',
    dateKind: 'use_by',
    effectiveExpiration: '2026-11-26',
    expirationReason: 'use by date on the pack',
    purchasePrice: null,
    barcode: null,
    reserved: 0,
    openedOn: null,
    confirmedAt: null,
    state: 'active',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    user: { firstName: 'Ada', lastName: 'Cook' },
    version: 1,
    ...rest,
  }
}

/** A household's food as the API answers it. */
export function ingredient(part: Partial<Ingredient> = {}): Ingredient {
  return {
    id: id(),
    name: 'Milk',
    category: 'Dairy & Eggs',
    parLevel: null,
    defaultUnit: 'l',
    defaultStorage: 'FRIDGE',
    defaultLocation: 'Fridge',
    aliases: [],
    conversions: [],
    shelfLife: { pantryDays: null, fridgeDays: 7, freezerDays: 90, openedDays: 5 },
    shelfLifeSource: 'USDA FoodKeeper',
    barcodes: [],
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-01T10:00:00.000Z',
    version: 1,
    ...part,
  }
}
