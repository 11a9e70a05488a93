import { findIngredient } from '#domains/ingredients/server/index.ts'
import { findStorage } from '#domains/places/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { sharingChangedTopic } from '#platform/server/realtime/user-signals.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import { convertMilli } from '#platform/shared/units.ts'
import type { Lot } from '../../contract.ts'
import { type ExpirationFacts, expirationOf, fieldsAfterStorageMove } from '../../rules/effective-expiration.ts'
import { placeAfterOpening } from '../../rules/locations.ts'
import { isOpenedByUse } from '../../rules/opened-by-use.ts'
import { listedLotsById } from '../store/list-lots.ts'
import type { LotColumns } from '../store/lot-fields.ts'
import * as store from '../store/lots.ts'
import * as reservations from '../store/reservations.ts'
import type { LedgerKind } from '../tables.ts'
import { toLotFor } from './to-response.ts'

interface Touch {
  /** Thousandths of the lot's unit; negative when stock decreases. */
  delta: number
  kind: LedgerKind
  /** The day it happened on; today unless it is the past of an imported lot. */
  on?: CalendarDate
  discard?: { reason: string; notes: string | null; costCents: number | null }
}

/** The part of an ingredient that the expiration date depends on. */
type ShelfLifeSource = { shelf_life: string }

/** One lot's part in a change: an update of an existing lot, or a new lot. */
export type LotPatch =
  | (Touch & { row: store.LotRow; set?: Partial<LotColumns> })
  | (Touch & { create: LotColumns & { id: string; added_by?: string }; ingredient?: ShelfLifeSource })

/** Takes used stock from a lot, and opens the lot if that is what using it means. */
export async function createUsePatch(tx: Transaction, member: Member, row: store.LotRow, milli: number): Promise<LotPatch> {
  const opens = isOpenedByUse({ isOpened: row.is_opened === 1, milli: row.milli, unit: row.unit }, milli)
  return { row, delta: -milli, kind: 'use', ...(opens ? { set: await openedFields(tx, member, row) } : {}) }
}

/** Returns what opening a lot sets: also where it goes, if its ingredient says so. */
export async function openedFields(tx: Transaction, member: Member, row: store.LotRow): Promise<Partial<LotColumns>> {
  const ingredient = await findIngredient(tx, member.householdId, row.ingredient_id)
  const rule = ingredient && { openedStorage: ingredient.opened_storage, openedLocation: ingredient.opened_location }
  const place = rule && placeAfterOpening(row, rule, await findStorage(tx, member.householdId, rule.openedLocation))
  if (!ingredient || !place) return { is_opened: 1, opened_on: member.today }
  // Opened before it is moved: freezing keeps the days that are left of what is open.
  const facts = expirationFactsOf({ ...row, opened_on: member.today }, JSON.parse(ingredient.shelf_life))
  return { is_opened: 1, opened_on: member.today, location: place.location, ...storageColumns(facts, place.storage, member) }
}

/** Returns the columns that a move to another storage sets; none if it stays in its own. */
export function storageColumns(facts: ExpirationFacts, storage: Lot['storage'], { today }: Member): Partial<LotColumns> {
  if (storage === facts.storage) return {}
  const { frozenOn, frozenDaysLeft, thawedOn } = fieldsAfterStorageMove(facts, storage, today)
  return { storage, frozen_on: frozenOn, frozen_days_left: frozenDaysLeft, thawed_on: thawedOn }
}

/** The undo data of a patch, stored in the change log. Undo is possible while the lot still has the values of `expect`. */
export interface PatchUndo {
  lotId: string
  delta: number
  set: Partial<LotColumns>
  expect: Partial<LotColumns>
  /** The change created the lot, so undoing it must leave the lot empty. */
  created: boolean
}

/** Returns the lot's unit after the patch. */
const unitOf = (patch: LotPatch) => ('create' in patch ? patch.create.unit : (patch.set?.unit ?? patch.row.unit))
const idOf = (patch: LotPatch) => ('create' in patch ? patch.create.id : patch.row.id)

/** Returns what the patch does to the list of active lots. */
function typeOf(patch: LotPatch): 'INSERT' | 'UPDATE' | 'DELETE' {
  if ('create' in patch) return 'INSERT'
  if (patch.row.milli + patch.delta === 0) return 'DELETE'
  return patch.row.milli === 0 ? 'INSERT' : 'UPDATE'
}

function oppositeOf(patch: LotPatch): PatchUndo {
  if ('create' in patch) return { lotId: patch.create.id, delta: -patch.delta, set: {}, expect: {}, created: true }
  const { row, set = {}, delta } = patch
  const before = Object.fromEntries(Object.keys(set).map((field) => [field, row[field as keyof LotColumns]]))
  // An amount is restored only in its original unit. A use or a discard is also restored only if the lot hasn't been counted since, because
  // the count already includes it. Undoing a loan or a split only moves stock back, so a count doesn't block it.
  const counted = patch.kind === 'use' || patch.kind === 'discard' ? { confirmed_at: row.confirmed_at } : {}
  const expect = delta === 0 ? set : { unit: row.unit, ...counted, ...set }
  return { lotId: row.id, delta: -delta, set: before, expect, created: false }
}

function ledgerRow(member: Member, seq: number, patch: LotPatch): store.LedgerRow {
  return {
    household_id: member.householdId,
    seq,
    lot_id: idOf(patch),
    kind: patch.kind,
    delta: patch.delta,
    unit: unitOf(patch),
    on_date: patch.on ?? member.today,
    reason: patch.discard?.reason ?? null,
    notes: patch.discard?.notes ?? null,
    cost_cents: patch.discard?.costCents ?? null,
  }
}

export const notEnough = () => conflict('not_enough', 'There isn’t that much left.')
const editConflict = () => conflict('changed_meanwhile', 'Someone else just changed this. Check it and try again.')
const endStates: Partial<Record<LedgerKind, Lot['state']>> = { discard: 'discarded', remove: 'removed', transfer: 'given' }

/**
 * Writes a stock change: its entry in the change log with the undo data, its ledger rows and the lots. All stock changes go through here.
 * `undoExtra` is another domain's undo data, stored with the lots'.
 * Throws `not_enough` and `changed_meanwhile`. Returns the changed lots in the order of `patches`.
 */
export async function applyStockChange(
  tx: Transaction,
  member: Member,
  event: EventType,
  patches: readonly LotPatch[],
  payload: object = {},
  undoExtra?: object,
): Promise<Lot[]> {
  const opposites = patches.map(oppositeOf)
  await recordStockChange(tx, member, event, patches, payload, undoExtra ? { ...undoExtra, lots: opposites } : opposites)
  const ids = opposites.map(({ lotId }) => lotId)
  const shown = new Map((await listedLotsById(tx, member.householdId, ids)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = shown.get(id)
    if (!row) throw new Error(`lot ${id} vanished inside its transaction`)
    return toLotFor(member, row)
  })
}

/** Does what `applyStockChange` does without reading the lots back. Returns the change's `seq`. */
export async function recordStockChange(
  tx: Transaction,
  member: Member,
  event: EventType,
  patches: readonly LotPatch[],
  payload: object,
  opposites?: object,
): Promise<number> {
  const lots = patches.map((patch) => ({ lotId: idOf(patch), milli: patch.delta, unit: unitOf(patch), type: typeOf(patch) }))
  if (patches.some((patch) => 'row' in patch && patch.row.milli + patch.delta < 0)) throw notEnough()
  const at = member.now.toISOString()
  for (const patch of patches) {
    if ('create' in patch) await store.insertLot(tx, await newRow(tx, member, patch, at))
    else await updateTouched(tx, member, patch, at)
  }
  // Triggers count rows written before the change is recorded to that change.
  const seq = await recordChange(tx, member, event, { ...payload, lots }, opposites)
  if (patches.some(touchesShared)) tx.publish(sharingChangedTopic, member.householdId)
  for (const patch of patches) if (patch.delta !== 0) await store.insertLedger(tx, ledgerRow(member, seq, patch))
  return seq
}

/** Tells whether other households see the lot, or saw it before the patch. */
const touchesShared = (patch: LotPatch) =>
  'create' in patch ? patch.create.is_shared === 1 : patch.row.is_shared === 1 || patch.set?.is_shared === 1

async function updateTouched(
  tx: Transaction,
  member: Member,
  { row, set = {}, delta, kind }: Extract<LotPatch, { row: unknown }>,
  at: string,
): Promise<void> {
  const milli = row.milli + delta
  const next = { ...row, ...set }
  const state: Lot['state'] = milli > 0 ? 'active' : delta === 0 ? row.state : (endStates[kind] ?? 'used')
  const dates = Object.keys(set).some((field) => dateFields.has(field)) ? await expiryOf(tx, member, next) : {}
  if (!(await store.updateLot(tx, row, delta, { ...set, ...dates, state, updated_at: at }))) throw editConflict()
  if (next.unit !== row.unit) await convertReservations(tx, member.householdId, row, next)
}

/** Converts a lot's loan reservations to its new unit. Throws `promised_in_unit` if there is no conversion. */
async function convertReservations(
  tx: Transaction,
  householdId: HouseholdId,
  before: Pick<store.LotRow, 'id' | 'unit'>,
  after: Pick<store.LotRow, 'unit' | 'ingredient_id'>,
): Promise<void> {
  const loans = await reservations.loanReservationsOf(tx, householdId, before.id)
  if (loans.length === 0) return
  const ingredient = await findIngredient(tx, householdId, after.ingredient_id)
  for (const { id, milli } of loans) {
    const converted = convertMilli(milli, before.unit, after.unit, ingredient ? JSON.parse(ingredient.conversions) : [])
    if (converted === null)
      throw conflict('promised_in_unit', 'Part of this is reserved for another household and can’t be converted to the new unit.')
    await reservations.updateReservation(tx, householdId, id, Math.max(1, converted))
  }
}

async function newRow(
  tx: Transaction,
  member: Member,
  { create, ingredient, delta }: Extract<LotPatch, { create: unknown }>,
  at: string,
): Promise<store.LotRow> {
  return {
    ...create,
    ...(await expiryOf(tx, member, create, ingredient)),
    household_id: member.householdId,
    milli: delta,
    state: 'active',
    // A split-off part keeps the member who added the original lot.
    added_by: create.added_by ?? member.userId,
    gone_percent: null,
    gone_version: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

const dateFields = new Set<string>([
  'ingredient_id',
  'storage',
  'expiration_date',
  'date_kind',
  'added_on',
  'opened_on',
  'frozen_on',
  'frozen_days_left',
  'thawed_on',
])

/** The earliest date the API accepts. */
const firstDay = '1900-01-01'

/** Returns the derived expiration columns of a lot with these fields. */
async function expiryOf(
  tx: Transaction,
  member: Member,
  fields: LotColumns,
  known?: ShelfLifeSource,
): Promise<Pick<store.LotRow, 'goes_off_on' | 'goes_off_reason'>> {
  const ingredient = known ?? (await findIngredient(tx, member.householdId, fields.ingredient_id))
  if (!ingredient) throw new Problem(422, 'unknown_reference', 'That ingredient isn’t in this household.')
  const expiration = expirationOf(expirationFactsOf(fields, JSON.parse(ingredient.shelf_life)))
  if (!expiration) return { goes_off_on: store.noExpirationDate, goes_off_reason: null }
  return { goes_off_on: expiration.date < firstDay ? firstDay : expiration.date, goes_off_reason: JSON.stringify(expiration.reason) }
}

export function expirationFactsOf(fields: LotColumns, shelfLife: ExpirationFacts['shelfLife']): ExpirationFacts {
  return {
    storage: fields.storage,
    expirationDate: fields.expiration_date,
    dateKind: fields.date_kind,
    addedOn: fields.added_on,
    openedOn: fields.opened_on,
    frozenOn: fields.frozen_on,
    frozenDaysLeft: fields.frozen_days_left,
    thawedOn: fields.thawed_on,
    shelfLife,
  }
}
