import { type Ingredient, maxOwnUnits, type OwnUnit, type ShelfLife } from '#domains/ingredients/contract/index.ts'
import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { createProvisionalIngredient } from '#domains/ingredients/rules/new-ingredient.ts'
import { ownUnitOf } from '#domains/ingredients/rules/own-units.ts'
import { storageAt } from '#domains/places/rules/list-places.ts'
import { placeTable } from '#domains/places/rules/local-places.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { fromCents, fromMilli, toCents, toMilli } from '#platform/shared/quantity-and-money.ts'
import type { TablesDraft, TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import type { Lot } from '../../contract.ts'
import { expirationOf, fieldsAfterDateCorrection, fieldsAfterStorageMove } from '../../rules/effective-expiration.ts'
import { type LotRow, lotTable } from '../../rules/local-lots.ts'
import { locationFor, type Place, placeAfterOpening } from '../../rules/locations.ts'
import { ownUnitNameOfNew } from '../../rules/lot-amount.ts'
import { costOf, originalAfterCount, originalAfterSplit } from '../../rules/lot-cost.ts'
import { applyLotIntent, type LotIntent, readLotIntents } from './pending-lot-actions.ts'

/** Who made a change, and when. */
type Author = Pick<PendingMutation, 'at' | 'user'>

/** Returns what a waiting change does to the lots on this device. `today` is the household's. */
export const pendingLotChange =
  ({ intent, at, user }: Author & Pick<PendingMutation, 'intent'>, today: CalendarDate): TablesUpdate =>
  (draft) => {
    for (const one of readLotIntents(intent)) apply(draft, one, { at, user }, today)
  }

function apply(draft: TablesDraft, intent: LotIntent, by: Author, today: CalendarDate): void {
  const known = draft.get(lotTable, intent.lotId)
  // As on the server, no forecast is about a changed lot.
  const lot = known && { ...known, gone: null }
  if (intent.do === 'add') {
    if (!lot && !draft.wasRemoved(lotTable, intent.lotId)) add(draft, intent, by, today)
    return
  }
  if (!lot) {
    if (intent.do === 'give-back' && intent.lot) draft.put(lotTable, restored(intent.lot, today, by.user))
    return
  }
  const ingredient = draft.get(ingredientTable, lot.ingredientId)
  const applied = applyLotIntent(lot, intent)
  const next = { ...applied, ...(ingredient && placeByOpening(draft, lot, applied, intent, ingredient)) }
  if (intent.do === 'split' && !draft.get(lotTable, intent.partId)) {
    split(draft, lot, next, intent)
    return
  }
  if (intent.do === 'merge') draft.remove(lotTable, intent.partId)
  if (toMilli(next.quantity) <= 0) {
    draft.remove(lotTable, lot.id)
    return
  }
  const counted = intent.do === 'edit' && intent.to.quantity !== undefined ? { ...recounted(lot, next), confirmedAt: by.at } : next
  // Freezing keeps the days that are left of what is open.
  const from = isOpening(intent) && next.isOpened ? { ...lot, openedOn: lot.openedOn ?? today } : lot
  draft.put(lotTable, ingredient ? withNewDate(from, counted, ingredient.shelfLife, today) : counted)
}

const isOpening = (intent: LotIntent) => intent.do === 'open' || intent.do === 'take'

/** Returns where a lot goes when a change opens it, or comes from when it is sealed again; null if it stays. */
function placeByOpening(draft: TablesDraft, lot: LotRow, next: LotRow, intent: LotIntent, ingredient: Ingredient): Place | null {
  if (lot.isOpened === next.isOpened) return null
  const placeAfter = (from: Place) =>
    placeAfterOpening(from, ingredient, storageAt(draft.rows(placeTable), ingredient.openedLocation ?? ''))
  if (isOpening(intent)) return placeAfter(lot)
  const before = ('place' in intent && intent.place) || null
  const went = before && placeAfter(before)
  return went?.storage === lot.storage && went?.location === lot.location ? before : null
}

/** Adds a lot, and the ingredient that it introduces. */
function add(
  draft: TablesDraft,
  { lotId, lot, ingredient: introduced }: Extract<LotIntent, { do: 'add' }>,
  by: Author,
  today: CalendarDate,
): void {
  const ingredientId = introduced?.id ?? lot.ingredientId ?? ''
  const known = draft.get(ingredientTable, ingredientId)
  if (!known && !introduced) return
  const ingredient = known ?? (introduced && createProvisionalIngredient(introduced, introduced.id, lot.unit, by.at))
  if (!ingredient) return
  const ownUnits = withNewOwnUnit(ingredient.ownUnits ?? [], lot.newOwnUnit)
  if (!known || ownUnits !== ingredient.ownUnits) draft.put(ingredientTable, { ...ingredient, ownUnits })
  const storage = lot.storage ?? ingredient.defaultStorage
  const expirationDate = lot.expirationDate ?? null
  const isOpened = lot.isOpened ?? false
  const row: LotRow = {
    id: lotId,
    ingredientId,
    quantity: lot.quantity,
    unit: lot.unit,
    ownUnit: ownUnitNameOfNew(ownUnits, lot),
    location: locationFor(storage, lot.location, storage === ingredient.defaultStorage ? ingredient.defaultLocation : ''),
    storage,
    isOpened,
    isShared: lot.isShared ?? ingredient.isShared,
    expirationDate,
    dateKind: expirationDate === null ? null : (lot.dateKind ?? null),
    effectiveExpiration: null,
    expirationReason: null,
    purchasePrice: lot.purchasePrice ?? null,
    barcode: lot.barcode ?? null,
    note: lot.note ?? '',
    storeId: lot.storeId ?? null,
    openedOn: isOpened ? today : null,
    confirmedAt: null,
    createdAt: by.at,
    updatedAt: by.at,
    addedBy: by.user,
    originalQuantity: lot.quantity,
    addedOn: today,
    frozenOn: null,
    frozenDaysLeft: null,
    thawedOn: null,
    version: 1,
  }
  draft.put(lotTable, dated(row, ingredient.shelfLife))
}

/** Returns what an ingredient's own units are once the server has remembered one. */
const withNewOwnUnit = (ownUnits: OwnUnit[], one: OwnUnit | undefined): OwnUnit[] =>
  one && !ownUnitOf(ownUnits, one.name) && ownUnits.length < maxOwnUnits ? [...ownUnits, one] : ownUnits

/** Returns the amounts that the rules of cost need; null if the original one is unknown. */
const amountsOf = ({ quantity, originalQuantity }: LotRow) =>
  originalQuantity === undefined ? null : { originalMilli: toMilli(originalQuantity), milli: toMilli(quantity) }

/** Puts both parts of a lot, each with its share of the price, or without a price if the original quantity is unknown. */
function split(draft: TablesDraft, lot: LotRow, left: LotRow, { partId, quantity }: Extract<LotIntent, { do: 'split' }>): void {
  const [amounts, milli] = [amountsOf(lot), toMilli(quantity)]
  const cents = lot.purchasePrice === null || !amounts ? null : toCents(lot.purchasePrice)
  const share = amounts && costOf(amounts, cents, milli)
  const priced = (part: LotRow, price: number | null, originalMilli: number | undefined): LotRow => ({
    ...part,
    purchasePrice: price === null ? null : fromCents(price),
    originalQuantity: originalMilli === undefined ? undefined : fromMilli(originalMilli),
  })
  draft.put(lotTable, priced({ ...lot, id: partId, quantity, version: 1 }, share, milli))
  const rest = cents === null || share === null ? null : cents - share
  draft.put(lotTable, priced(left, rest, amounts ? originalAfterSplit(amounts, milli) : undefined))
}

/** Returns a counted lot with its original quantity after the count. */
function recounted(lot: LotRow, next: LotRow): LotRow {
  const amounts = amountsOf(lot)
  if (!amounts) return next
  return { ...next, originalQuantity: fromMilli(originalAfterCount(amounts, toMilli(next.quantity), next.unit === lot.unit)) }
}

/** Returns a lot that was used up as a row again, until the server sends it. */
function restored({ ingredient, user: _, reserved: __, state: ___, ...lot }: Lot, today: CalendarDate, user: string): LotRow {
  const reason = lot.effectiveExpiration === null ? null : ({ kind: 'printed', dateKind: lot.dateKind } as const)
  const dates = { addedOn: today, frozenOn: null, frozenDaysLeft: null, thawedOn: null }
  return { ...lot, ...dates, ingredientId: ingredient.id, addedBy: user, expirationReason: reason }
}

/** Returns a lot with the date that opening it, moving it or another date results in. */
function withNewDate(lot: LotRow, next: LotRow, shelfLife: ShelfLife, today: CalendarDate): LotRow {
  const isDated = lot.expirationDate !== next.expirationDate || lot.dateKind !== next.dateKind
  if (lot.storage === next.storage && lot.isOpened === next.isOpened && !isDated) return next
  const moved = fieldsAfterStorageMove({ ...lot, shelfLife }, next.storage, today)
  const corrected = isDated ? fieldsAfterDateCorrection(next.expirationDate, next.expirationDate === null ? null : next.dateKind) : {}
  const openedOn = next.isOpened ? (lot.openedOn ?? today) : null
  return dated({ ...next, ...moved, ...corrected, openedOn }, shelfLife)
}

function dated(row: LotRow, shelfLife: ShelfLife): LotRow {
  const expiration = expirationOf({ ...row, shelfLife })
  return { ...row, effectiveExpiration: expiration?.date ?? null, expirationReason: expiration?.reason ?? null }
}
