import type { ShelfLife, Storage } from '#domains/ingredients/contract/index.ts'
import { packsOfOwnUnits } from '#domains/ingredients/rules/packs.ts'
import { findBuiltInFoodInCurrentLanguage, type IngredientRow, listIngredients, parseOwnUnits } from '#domains/ingredients/server/index.ts'
import type { NewLot } from '#domains/inventory/contract.ts'
import { expirationOf } from '#domains/inventory/rules/effective-expiration.ts'
import { locationFor } from '#domains/inventory/rules/locations.ts'
import { addLots, newestLotsOf, type PastLot } from '#domains/inventory/server/index.ts'
import { checkStores } from '#domains/stores/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { capitalizeName } from '#platform/shared/capitalize-name.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { messageLocale } from '#platform/shared/say.ts'
import { listPutAway, type PutAwayDraft, type putAway as putAwayEndpoint } from '../../contract/index.ts'
import { wholePacks } from '../../rules/purchase-amount.ts'
import { type EarlierLot, medianDaysToExpiry, usualPlace } from '../../rules/put-away-defaults.ts'
import type { ListChoice } from '../store/lists.ts'
import { type ItemRow, listedRows } from '../store/rows.ts'
import { type RowPatch, toInverses, toTouchedItems, writeRows } from './apply-list-change.ts'
import { restockedRowPatches } from './generate-list.ts'
import { findItems, readItems, type ShoppingDeps } from './read-list.ts'

type PutAwayInput = BodyOf<typeof putAwayEndpoint>
type RowInput = NonNullable<PutAwayInput['items']>[number]

const maxLearnedFrom = 6

/** The ingredients and newest lots of some rows, by ingredient id. */
interface Known {
  ingredients: Map<string, IngredientRow>
  lots: Map<string, PastLot[]>
}

async function loadKnown(q: Reader, { householdId }: Member, rows: readonly ItemRow[]): Promise<Known> {
  const ids = [...new Set(rows.flatMap(({ ingredient_id }) => ingredient_id ?? []))]
  const [ingredients, lots] = await Promise.all([listIngredients(q, householdId), newestLotsOf(q, householdId, ids, maxLearnedFrom)])
  return {
    ingredients: new Map(ingredients.map((ingredient) => [ingredient.id, ingredient])),
    lots: Map.groupBy(lots, (lot) => lot.ingredient_id),
  }
}

interface Place {
  storage: Storage
  location: string
  /** Learned days until the printed date; null if unknown. */
  learned: number | null
  shelfLife: ShelfLife | null
}

/** Returns where a row's item goes and how long it keeps there. `storage` is the user's choice. */
function findPlace(row: ItemRow, { ingredients, lots }: Known, storage?: Storage): Place {
  const ingredient = row.ingredient_id === null ? null : (ingredients.get(row.ingredient_id) ?? null)
  const table = ingredient ? null : findBuiltInFoodInCurrentLanguage(row.name)
  const earlier = (row.ingredient_id === null ? [] : (lots.get(row.ingredient_id) ?? [])).map(
    (lot): EarlierLot => ({
      storage: lot.storage,
      location: lot.location,
      addedOn: lot.added_on,
      expirationDate: lot.expiration_date,
      dateKind: lot.date_kind,
    }),
  )
  const usual = usualPlace(earlier)
  const goesTo = storage ?? usual?.storage ?? ingredient?.default_storage ?? table?.defaultStorage ?? 'PANTRY'
  const isDefault = goesTo === ingredient?.default_storage
  return {
    storage: goesTo,
    location: usual?.storage === goesTo ? usual.location : locationFor(goesTo, undefined, isDefault ? ingredient.default_location : ''),
    learned: medianDaysToExpiry(earlier, goesTo),
    shelfLife: ingredient ? JSON.parse(ingredient.shelf_life) : (table?.shelfLife ?? null),
  }
}

/** Returns the checked rows of a list with proposed places and dates. */
export async function draftPutAway(q: Reader, member: Member, shopping: ShoppingDeps, list: ListChoice): Promise<PutAwayDraft[]> {
  const rows = (await listedRows(q, member.householdId, list)).filter((row) => row.is_checked === 1)
  const [known, items] = await Promise.all([
    loadKnown(q, member, rows),
    readItems(
      q,
      member,
      shopping,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row, at) => {
    const { storage, location, learned, shelfLife } = findPlace(row, known)
    return {
      id: row.id,
      ingredientName: row.name,
      quantity: fromMilli(row.milli),
      unit: row.unit,
      location,
      storage,
      expirationDate: learned === null ? null : addDays(member.today, learned),
      estimatedExpiration: shelfLife && byShelfLife(member, storage, shelfLife),
      estimatedCost: items[at]?.estimatedCost ?? null,
      storeId: row.checked_store,
    }
  })
}

const byShelfLife = ({ today }: Member, storage: Storage, shelfLife: ShelfLife): string | null =>
  expirationOf({
    storage,
    expirationDate: null,
    dateKind: null,
    addedOn: today,
    openedOn: null,
    frozenOn: null,
    frozenDaysLeft: null,
    thawedOn: null,
    shelfLife,
  })?.date ?? null

/**
 * Turns rows into lots and removes them from the list, as one change with one undo. Takes the rows in `items` with the user's corrections,
 * or all checked rows of the default list if undefined. Skips rows that have left the list; creates missing ingredients. Throws 404 for an
 * unknown store.
 */
export async function putAway(
  tx: Transaction,
  member: Member,
  { items: input, storeId = null }: PutAwayInput,
): Promise<ReplyOf<typeof putAwayEndpoint>> {
  await checkStores(tx, member.householdId, storeId === null ? [] : [storeId])
  const chosen = input
    ? (
        await findItems(
          tx,
          member,
          input.map(({ id }) => id),
        )
      ).map(({ row, alias }) => ({ row, requestedId: alias?.id ?? row.id }))
    : await checked(tx, member)
  const rows = chosen.filter(({ row }) => row.state === 'listed')
  if (rows.length === 0) return { putAway: 0, lots: [] }
  const known = await loadKnown(
    tx,
    member,
    rows.map(({ row }) => row),
  )
  const lots = rows.map(({ row, requestedId }) =>
    lotOf(
      member,
      row,
      known,
      input?.find(({ id }) => id === requestedId || id === row.id),
      storeId,
    ),
  )
  const patches = rows.map(({ row }): RowPatch => ({ row, set: { state: 'put_away' } }))
  const chosenIds = new Set(rows.map(({ row }) => row.id))
  const restocked = (await restockedRowPatches(tx, member, lots)).filter((patch) => 'row' in patch && !chosenIds.has(patch.row.id))
  const all = [...patches, ...restocked]
  const touched = { items: toTouchedItems(patches), ...(restocked.length > 0 ? { restocked: toTouchedItems(restocked) } : {}) }
  const addedLots = await addLots(tx, member, listPutAway, lots, touched, { items: toInverses(all) })
  await writeRows(tx, member, all)
  return { putAway: rows.length, lots: addedLots }
}

const checked = async (tx: Transaction, { householdId }: Member) =>
  (await listedRows(tx, householdId, null)).filter((row) => row.is_checked === 1).map((row) => ({ row, requestedId: row.id }))

function lotOf({ today }: Member, row: ItemRow, known: Known, input: RowInput | undefined, storeId: string | null): NewLot {
  const { storage, location, learned } = findPlace(row, known, input?.storage)
  const date =
    input?.expirationDate === undefined && learned !== null
      ? { expirationDate: addDays(today, learned), dateKind: 'estimate' as const }
      : { expirationDate: input?.expirationDate ?? null }
  const ingredient = known.ingredients.get(row.ingredient_id ?? '')
  const [quantity, unit] = [input?.quantity ?? fromMilli(row.milli), input?.unit ?? row.unit]
  const packs = ingredient && wholePacks(quantity, unit, { packs: packsOfOwnUnits(parseOwnUnits(ingredient.own_units)), conversions: [] })
  return {
    ...(ingredient
      ? { ingredientId: ingredient.id }
      : { ingredient: { name: capitalizeName(row.name, messageLocale()), category: row.category } }),
    quantity,
    unit,
    ownUnit: packs?.name ?? null,
    storage,
    location: input?.location || location,
    ...date,
    purchasePrice: input?.purchasePrice ?? null,
    storeId: input?.storeId === undefined ? (row.checked_store ?? storeId) : input.storeId,
  }
}
