import { randomUUIDv7 } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { fromMilli, maxMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { type Conversion, convertMilli, type Unit } from '#platform/shared/units.ts'
import * as contract from '../../contract/index.ts'
import { ingredientKey, matchIngredient } from '../../rules/match-ingredient.ts'
import { unknownShelfLife } from '../../rules/new-ingredient.ts'
import { ownUnitOf } from '../../rules/own-units.ts'
import * as store from '../store.ts'
import type { IngredientUndo } from './history-handler.ts'
import { saveBarcodes, toBarcode } from './manage-barcodes.ts'
import { findBuiltInFoodInCurrentLanguage, translationsOf } from './search-built-in-foods.ts'

/** Stock of ingredients, which the inventory domain implements. */
export interface IngredientStock {
  has(q: Reader, householdId: HouseholdId, ingredientId: string): Promise<boolean>
  /** Returns those of the ingredients that are in stock. */
  stocked(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<Set<string>>
  /** Updates the expiration dates after the shelf life changed. */
  refreshExpirationDates(tx: Transaction, member: Member, ingredientId: string): Promise<void>
}

const nameTaken = () => conflict('name_taken', 'An ingredient with that name already exists.')

export async function listIngredients(q: Reader, { householdId }: Member, search = ''): Promise<contract.Ingredient[]> {
  const [rows, barcodes] = await Promise.all([store.listIngredients(q, householdId), store.listBarcodes(q, householdId)])
  const byIngredient = Map.groupBy(barcodes, (barcode) => barcode.ingredient_id)
  const key = nameKey(search)
  return rows
    .map((row) => toIngredient(row, byIngredient.get(row.id) ?? []))
    .filter(({ name, aliases }) => [name, ...aliases].some((word) => nameKey(word).includes(key)))
}

export async function getIngredient(q: Reader, { householdId }: Member, id: string): Promise<contract.Ingredient> {
  const row = await store.findIngredient(q, householdId, id)
  if (!row) throw notFound()
  return toIngredient(row, await store.listBarcodes(q, householdId, id))
}

/**
 * Throws unless one ingredient can be a kind of another: 404 `not_found`, 409 `same_ingredient`, `parent_is_kind` or `has_kinds`, since what is a
 * kind has no kinds.
 */
export async function requireParent(
  tx: Transaction,
  { householdId }: Pick<Member, 'householdId'>,
  id: string,
  parentId: string,
): Promise<void> {
  await lockKinds(tx, householdId)
  if (parentId === id) throw conflict('same_ingredient', 'Choose two different ingredients.')
  const parent = await store.findIngredient(tx, householdId, parentId)
  if (!parent) throw notFound()
  const grandparent = parent.parent_id === null ? undefined : await store.findIngredient(tx, householdId, parent.parent_id)
  if (grandparent)
    throw conflict('parent_is_kind', say`${parent.name} is itself a kind of ${grandparent.name}. Choose ${grandparent.name} instead.`)
  if (await store.hasKinds(tx, householdId, id))
    throw conflict('has_kinds', 'Other ingredients are kinds of this one, so it can’t be a kind itself.')
}

/** Two at once could each be one level, and together two. */
const lockKinds = (tx: Transaction, householdId: HouseholdId) => tx.lock(`kinds ${householdId}`)

/** Throws 409 `undo_in_the_way` if one of the restored ingredients is a kind and has kinds, or has kinds that have kinds. */
export async function requireOneLevel(
  tx: Transaction,
  { householdId }: Pick<Member, 'householdId'>,
  ids: readonly string[],
): Promise<void> {
  await lockKinds(tx, householdId)
  const restored = new Set(ids)
  const chains = await store.listKindsOfKinds(tx, householdId)
  if (chains.some((chain) => chain.some((id) => restored.has(id))))
    throw conflict('undo_in_the_way', 'Can’t undo: the ingredient or its kinds have been changed since.')
}

/** Omitted fields default to the built-in food of this name. Throws `name_taken`, `already_exists`, or as `requireParent`. */
export async function addIngredient(tx: Transaction, member: Member, input: contract.NewIngredient): Promise<contract.Ingredient> {
  const row = newIngredientRow(member, input)
  if (row.parent_id !== null) await requireParent(tx, member, row.id, row.parent_id)
  if (!(await store.insertIngredient(tx, row))) {
    throw (await store.findByNameKey(tx, member.householdId, row.name_key))
      ? nameTaken()
      : conflict('already_exists', 'This already exists.')
  }
  if (input.barcodes) await saveBarcodes(tx, member, row.id, input.barcodes)
  await recordChange(tx, member, contract.ingredientAdded, { ingredientId: row.id }, {} satisfies IngredientUndo)
  return getIngredient(tx, member, row.id)
}

/** Finds an ingredient as `findByName` does, or adds it with the unit of its first lot. */
export async function findOrAddIngredient(
  tx: Transaction,
  member: Member,
  input: { name: string; category?: string | undefined; parLevel?: number | null | undefined },
  unit: Unit,
): Promise<store.IngredientRow> {
  const known = await findIngredientByName(tx, member, input.name)
  if (known) return known
  const row = newIngredientRow(member, { ...input, defaultUnit: unit })
  if (!(await store.insertIngredient(tx, row))) throw nameTaken()
  await recordChange(tx, member, contract.ingredientIntroduced, { ingredientId: row.id })
  return row
}

/** Finds an ingredient by name or alias, singular or plural, or by its name in another language. Returns null if there is none. */
export async function findIngredientByName(
  q: Reader,
  member: Pick<Member, 'householdId'>,
  name: string,
): Promise<store.IngredientRow | null> {
  const rows = await store.findByNameKeyOrList(q, member.householdId, nameKey(name))
  const [first] = rows
  return first?.name_key === nameKey(name) ? first : findByAlias(rows, name)
}

function findByAlias(rows: readonly store.IngredientRow[], name: string): store.IngredientRow | null {
  const ingredients = rows.map((row) => ({ row, name: row.name, aliases: JSON.parse(row.aliases) as string[] }))
  const translations = () =>
    translationsOf(name).map((other) => ingredients.find((ingredient) => ingredientKey(ingredient.name) === ingredientKey(other)))
  return (matchIngredient(name, ingredients) ?? translations().find((ingredient) => ingredient !== undefined))?.row ?? null
}

/** Throws `name_taken`, 412 `changed_meanwhile` if the version isn't `ifMatch`, or as `requireParent`. */
export async function changeIngredient(
  tx: Transaction,
  member: Member,
  stock: IngredientStock,
  id: string,
  change: BodyOf<typeof contract.changeIngredient>,
  ifMatch: number | null,
): Promise<contract.Ingredient> {
  const { householdId } = member
  const row = await store.findIngredient(tx, householdId, id)
  if (!row) throw notFound()
  if (change.name !== undefined) {
    const namesake = await store.findByNameKey(tx, householdId, nameKey(change.name))
    if (namesake && namesake.id !== id) throw nameTaken()
  }
  const set = pick({ ...columnsOfIngredient(change), ...parInNewUnit(row, change) }, (column, value) => row[column] !== value)
  if (set.parent_id) await requireParent(tx, member, id, set.parent_id)
  if (!(await store.updateIngredient(tx, householdId, id, { ...set, updated_at: member.now.toISOString() }, ifMatch))) {
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', {
      current: await getIngredient(tx, member, id),
    })
  }
  const before: IngredientUndo = { set: pick(row, (column) => column in set), expect: set }
  if (change.barcodes) {
    before.barcodes = await store.listBarcodes(tx, householdId, id)
    await store.deleteBarcodes(tx, householdId, id)
    await saveBarcodes(tx, member, id, change.barcodes)
    before.barcodesAfter = (await store.listBarcodes(tx, householdId, id)).map(({ code }) => code)
  }
  if (set.shelf_life !== undefined) await stock.refreshExpirationDates(tx, member, id)
  // Recorded last, so that the response refers to this change, which is the one that can be undone.
  if (change.barcodes || Object.keys(set).length > 0)
    await recordChange(tx, member, contract.ingredientChanged, { ingredientId: id }, before)
  return getIngredient(tx, member, id)
}

/**
 * Remembers an own unit that someone said while adding a lot, unless the ingredient has one of that name or too many. Call it before recording
 * the lot's change, which is the one that can be undone. Returns the ingredient.
 */
export async function learnOwnUnit(
  tx: Transaction,
  member: Member,
  row: store.IngredientRow,
  ownUnit: contract.OwnUnit,
): Promise<store.IngredientRow> {
  const known = store.parseOwnUnits(row.own_units)
  if (ownUnitOf(known, ownUnit.name) || known.length >= contract.maxOwnUnits) return row
  const set = columnsOfIngredient({ ownUnits: [...known, ownUnit] })
  await store.updateIngredient(tx, member.householdId, row.id, { ...set, updated_at: member.now.toISOString() }, null)
  const undo: IngredientUndo = { set: { own_units: row.own_units }, expect: set }
  await recordChange(tx, member, contract.ingredientChanged, { ingredientId: row.id }, undo)
  return { ...row, ...set }
}

/** Past lots and changes keep referring to it. Throws `has_stock`. */
export async function removeIngredient(tx: Transaction, member: Member, stock: IngredientStock, id: string): Promise<void> {
  const barcodes = await store.listBarcodes(tx, member.householdId, id)
  await deleteIngredient(tx, member, stock, id)
  await recordChange(tx, member, contract.ingredientRemoved, { ingredientId: id }, { barcodes } satisfies IngredientUndo)
}

/** Marks it as removed and deletes its barcodes. Throws `not_found` or `has_stock`. */
export async function deleteIngredient(tx: Transaction, member: Member, stock: IngredientStock, id: string): Promise<void> {
  if (!(await store.findIngredient(tx, member.householdId, id))) throw notFound()
  if (await stock.has(tx, member.householdId, id)) throw conflict('has_stock', 'You still have some of this in your inventory.')
  await markRemoved(tx, member, id)
}

/** Marks an ingredient without stock as removed, and deletes its barcodes. */
export async function markRemoved(tx: Transaction, { householdId, now }: Member, id: string): Promise<void> {
  await store.deleteBarcodes(tx, householdId, id)
  await store.updateIngredient(tx, householdId, id, { removed_at: now.toISOString() }, null)
}

/** Converts the par level to the new unit. Keeps the number if there is no conversion or the result is too large. */
function parInNewUnit(row: store.IngredientRow, change: BodyOf<typeof contract.changeIngredient>): Partial<store.IngredientRow> {
  if (change.defaultUnit === undefined || change.parLevel !== undefined || row.par_milli === null) return {}
  const conversions = change.conversions ?? (JSON.parse(row.conversions) as Conversion[])
  const converted = convertMilli(row.par_milli, row.default_unit, change.defaultUnit, conversions)
  return { par_milli: converted === null || converted > maxMilli ? row.par_milli : converted }
}

type Column = keyof store.IngredientRow
export const pick = (
  columns: Partial<store.IngredientRow>,
  isPicked: (column: Column, value: unknown) => boolean,
): Partial<store.IngredientRow> =>
  Object.fromEntries(Object.entries(columns).filter(([column, value]) => isPicked(column as Column, value)))

export function newIngredientRow(member: Member, input: contract.NewIngredient): store.IngredientRow {
  const common = findBuiltInFoodInCurrentLanguage(input.name)
  const at = member.now.toISOString()
  return {
    household_id: member.householdId,
    id: input.id ?? randomUUIDv7(),
    name: input.name,
    name_key: nameKey(input.name),
    category: common?.category ?? 'Other',
    par_milli: null,
    default_unit: common?.defaultUnit ?? 'each',
    default_storage: common?.defaultStorage ?? 'PANTRY',
    default_location: '',
    opened_storage: null,
    opened_location: '',
    aliases: JSON.stringify([]),
    conversions: JSON.stringify(common?.conversions ?? []),
    own_units: '[]',
    containers: '[]',
    shelf_life: JSON.stringify(common?.shelfLife ?? unknownShelfLife),
    shelf_life_source: common?.source ?? null,
    is_shared: 0,
    note: '',
    warning_days: null,
    is_favorite: 0,
    version: 1,
    created_at: at,
    updated_at: at,
    removed_at: null,
    merged_into: null,
    picture: null,
    parent_id: null,
    ...columnsOfIngredient(input),
  }
}

const inThousandths = <T extends { quantity: number }>(one: T): T => ({ ...one, quantity: fromMilli(toMilli(one.quantity)) })

/** Stands for `never` in the database. */
const neverWarned = -1
const storedWarningDays = (days: contract.WarningDays): number | null => (days === 'never' ? neverWarned : days)

export function columnsOfIngredient(input: BodyOf<typeof contract.changeIngredient>): Partial<store.IngredientRow> {
  const columns: Partial<store.IngredientRow> = {}
  if (input.name !== undefined) Object.assign(columns, { name: input.name, name_key: nameKey(input.name) })
  if (input.category !== undefined) columns.category = input.category
  if (input.parLevel !== undefined) columns.par_milli = input.parLevel === null ? null : toMilli(input.parLevel)
  if (input.defaultUnit !== undefined) columns.default_unit = input.defaultUnit
  if (input.defaultStorage !== undefined) columns.default_storage = input.defaultStorage
  if (input.defaultLocation !== undefined) columns.default_location = input.defaultLocation
  if (input.openedStorage !== undefined) columns.opened_storage = input.openedStorage
  if (input.openedLocation !== undefined) columns.opened_location = input.openedLocation
  if (input.aliases !== undefined) columns.aliases = JSON.stringify(input.aliases)
  if (input.conversions !== undefined) columns.conversions = JSON.stringify(input.conversions)
  if (input.ownUnits !== undefined) columns.own_units = JSON.stringify(input.ownUnits.map(inThousandths))
  if (input.containers !== undefined) columns.containers = JSON.stringify(input.containers.map(inThousandths))
  // A shelf life set by the household has no public source.
  if (input.shelfLife !== undefined) Object.assign(columns, { shelf_life: JSON.stringify(input.shelfLife), shelf_life_source: null })
  if (input.isShared !== undefined) columns.is_shared = input.isShared ? 1 : 0
  if (input.note !== undefined) columns.note = input.note
  if (input.warningDays !== undefined) columns.warning_days = storedWarningDays(input.warningDays)
  if (input.isFavorite !== undefined) columns.is_favorite = input.isFavorite ? 1 : 0
  if (input.parentId !== undefined) columns.parent_id = input.parentId
  return columns
}

export function toIngredient(row: store.IngredientRow, barcodes: readonly store.BarcodeRow[]): contract.Ingredient {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    parLevel: row.par_milli === null ? null : fromMilli(row.par_milli),
    defaultUnit: row.default_unit,
    defaultStorage: row.default_storage,
    defaultLocation: row.default_location,
    openedStorage: row.opened_storage,
    openedLocation: row.opened_location,
    aliases: JSON.parse(row.aliases),
    conversions: JSON.parse(row.conversions),
    ownUnits: JSON.parse(row.own_units),
    containers: JSON.parse(row.containers),
    shelfLife: JSON.parse(row.shelf_life),
    shelfLifeSource: row.shelf_life_source,
    isShared: row.is_shared === 1,
    note: row.note,
    warningDays: row.warning_days === neverWarned ? 'never' : row.warning_days,
    isFavorite: row.is_favorite === 1,
    parentId: row.parent_id,
    picture: row.picture === null ? null : `/api/ingredients/${row.id}/picture?v=${row.picture}`,
    barcodes: barcodes.map(toBarcode),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}
