import type { EventType } from '#platform/contract/event.ts'
import { conflict, Problem } from '#platform/contract/problem.ts'
import { changeUndone } from '#domains/households/contract.ts'
import { findIngredient } from '#domains/products/server/service.ts'
import { type Change, record } from '#platform/server/changes.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { itemRemoved, type Lot } from '../../contract.ts'
import { effectiveExpiration, type ExpirationFacts } from '../../rules/expiration.ts'
import { shownLots } from '../store/list-lots.ts'
import * as store from '../store/lots.ts'
import type { LedgerKind } from '../tables.ts'
import { toLot } from './show.ts'

/** What a person can set on a lot; dates it goes off by are derived from these. */
export type Fields = Pick<
  store.LotRow,
  | 'ingredient_id' | 'unit' | 'location' | 'storage' | 'is_opened' | 'is_shared' | 'expiration_date' | 'date_kind' | 'added_on' | 'opened_on'
  | 'frozen_on' | 'frozen_days_left' | 'thawed_on' | 'whole_milli' | 'price_cents' | 'barcode' | 'confirmed_at'
>

interface Touch {
  /** Thousandths, with the ledger's sign. */
  delta: number
  kind: LedgerKind
  discard?: { reason: string; notes: string | null; costCents: number | null }
}

/** What a lot's dates need of its food; whoever has it at hand saves looking it up. */
type Food = { shelf_life: string }

/** One lot's part in a change: an existing one that is touched, or a new one. */
export type Patch = (Touch & { row: store.LotRow; set?: Partial<Fields> }) | (Touch & { create: Fields & { id: string; added_by?: string }; food?: Food })

/** What takes a patch back; kept in the log. `expect` is what must still stand for that. */
interface Opposite {
  lotId: string
  delta: number
  set: Partial<Fields>
  expect: Partial<Fields>
  /** The lot was made by the change: taking it back must empty it. */
  created: boolean
}

export const notEnough = () => conflict('not_enough', 'There is not that much left.')
const changedMeanwhile = () => conflict('changed_meanwhile', 'Somebody changed this meanwhile. Please look again.')
const endStates: Partial<Record<LedgerKind, Lot['state']>> = { discard: 'discarded', remove: 'removed', transfer: 'given' }

/**
 * The one way stock changes: the change in the log, its ledger rows and the lots' new figures, together, with what undoes them.
 * `undoBeside`: what else takes the change back, where it is also another domain's.
 * Throws `not_enough` and `changed_meanwhile`. Answers the touched lots as they are now, in the order given.
 */
export async function apply(
  tx: Transaction,
  member: Member,
  event: EventType,
  patches: readonly Patch[],
  payload: object = {},
  undoBeside?: object,
): Promise<Lot[]> {
  const opposites = patches.map(oppositeOf)
  await write(tx, member, event, patches, payload, undoBeside ? { ...undoBeside, lots: opposites } : opposites)
  const ids = opposites.map(({ lotId }) => lotId)
  const shown = new Map((await shownLots(tx, member.householdId, ids)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = shown.get(id)
    if (!row) throw new Error(`lot ${id} vanished inside its transaction`)
    return toLot(row, member.today)
  })
}

/** Takes a change back by appending its opposite, with `payload` beside. Throws 409 naming the later act that stands in the way. */
export async function undo(tx: Transaction, member: Member, change: Change, payload: object = {}): Promise<number> {
  const opposites = Array.isArray(change.undo) ? (change.undo as Opposite[]) : (change.undo as { lots: Opposite[] }).lots
  const rows = new Map((await store.findLots(tx, member.householdId, opposites.map(({ lotId }) => lotId))).map((row) => [row.id, row]))
  const patches: Patch[] = []
  for (const { lotId, delta, set, expect, created } of opposites) {
    const row = rows.get(lotId)
    const left = (row?.milli ?? 0) + delta
    const stillStands = row && Object.entries(expect).every(([field, value]) => row[field as keyof Fields] === value)
    const isGone = row?.state === 'removed' && change.name !== itemRemoved.name
    const isShort = left < 0 || (created && left !== 0)
    if (!row || isGone || !stillStands || isShort) throw await inTheWay(tx, member, lotId, change.seq, isShort ? amountActs : Object.keys(laterActs))
    if (!created && !(await findIngredient(tx, member.householdId, set.ingredient_id ?? row.ingredient_id))) throw undoBlocked('its food was removed')
    patches.push({ row, set, delta, kind: created ? 'remove' : 'undo' })
  }
  return write(tx, member, changeUndone, patches, { ...payload, undoneSeq: change.seq })
}

async function write(tx: Transaction, member: Member, event: EventType, patches: readonly Patch[], payload: object, opposites?: object): Promise<number> {
  const lots = patches.map((patch) => ({ lotId: idOf(patch), milli: patch.delta, unit: unitOf(patch), type: typeOf(patch) }))
  if (patches.some((patch) => 'row' in patch && patch.row.milli + patch.delta < 0)) throw notEnough()
  const seq = await record(tx, member, event, { ...payload, lots }, opposites)
  const at = member.now.toISOString()
  for (const patch of patches) {
    if ('create' in patch) await store.insertLot(tx, await newRow(tx, member, patch, at))
    else await touch(tx, member, patch, at)
  }
  for (const patch of patches) if (patch.delta !== 0) await store.insertLedger(tx, ledgerRow(member, seq, patch))
  return seq
}

async function touch(tx: Transaction, member: Member, { row, set = {}, delta, kind }: Extract<Patch, { row: unknown }>, at: string): Promise<void> {
  const milli = row.milli + delta
  const next = { ...row, ...set }
  const state: Lot['state'] = milli > 0 ? 'active' : delta === 0 ? row.state : (endStates[kind] ?? 'used')
  const dates = Object.keys(set).some((field) => dateFields.has(field)) ? await goesOff(tx, member, next) : {}
  if (!(await store.updateLot(tx, row, delta, { ...set, ...dates, state, updated_at: at }))) throw changedMeanwhile()
}

async function newRow(tx: Transaction, member: Member, { create, food, delta }: Extract<Patch, { create: unknown }>, at: string): Promise<store.LotRow> {
  return {
    ...create,
    ...(await goesOff(tx, member, create, food)),
    household_id: member.householdId,
    milli: delta,
    state: 'active',
    // A part that is split off came with whoever brought the whole.
    added_by: create.added_by ?? member.userId,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

const dateFields = new Set<string>(['ingredient_id', 'storage', 'expiration_date', 'date_kind', 'added_on', 'opened_on', 'frozen_on', 'frozen_days_left', 'thawed_on'])

/** The calendar on the wire begins here. */
const firstDay = '1900-01-01'

/** The derived dates of a lot with these fields. */
async function goesOff(tx: Transaction, member: Member, fields: Fields, known?: Food): Promise<Pick<store.LotRow, 'goes_off_on' | 'goes_off_reason'>> {
  const food = known ?? (await findIngredient(tx, member.householdId, fields.ingredient_id))
  if (!food) throw new Problem(422, 'unknown_reference', 'That food is not in this household.')
  const effective = effectiveExpiration(factsOf(fields, JSON.parse(food.shelf_life)))
  if (!effective) return { goes_off_on: store.never, goes_off_reason: null }
  return { goes_off_on: effective.date < firstDay ? firstDay : effective.date, goes_off_reason: JSON.stringify(effective.reason) }
}

export function factsOf(fields: Fields, shelfLife: ExpirationFacts['shelfLife']): ExpirationFacts {
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

const unitOf = (patch: Patch) => ('create' in patch ? patch.create.unit : (patch.set?.unit ?? patch.row.unit))
const idOf = (patch: Patch) => ('create' in patch ? patch.create.id : patch.row.id)

function typeOf(patch: Patch): 'INSERT' | 'UPDATE' | 'DELETE' {
  if ('create' in patch) return 'INSERT'
  if (patch.row.milli + patch.delta === 0) return 'DELETE'
  return patch.row.milli === 0 ? 'INSERT' : 'UPDATE'
}

function oppositeOf(patch: Patch): Opposite {
  if ('create' in patch) return { lotId: patch.create.id, delta: -patch.delta, set: {}, expect: {}, created: true }
  const { row, set = {}, delta } = patch
  const before = Object.fromEntries(Object.keys(set).map((field) => [field, row[field as keyof Fields]]))
  // An amount comes back only in the unit it was taken in.
  const expect = delta === 0 ? set : { unit: row.unit, ...set }
  return { lotId: row.id, delta: -delta, set: before, expect, created: false }
}

function ledgerRow(member: Member, seq: number, patch: Patch): store.LedgerRow {
  return {
    household_id: member.householdId,
    seq,
    lot_id: idOf(patch),
    kind: patch.kind,
    delta: patch.delta,
    unit: unitOf(patch),
    on_date: member.today,
    reason: patch.discard?.reason ?? null,
    notes: patch.discard?.notes ?? null,
    cost_cents: patch.discard?.costCents ?? null,
  }
}

const undoBlocked = (because: string) => conflict('undo_in_the_way', `This cannot be taken back: ${because} since.`)

const laterActs: Record<string, string> = {
  'item.used': 'used',
  'item.discarded': 'thrown away',
  'item.corrected': 'corrected',
  'item.removed': 'removed',
  'item.split': 'split',
  'item.opened': 'opened',
  'item.moved': 'moved',
  'item.edited': 'edited',
  'item.confirmed': 'checked',
}

/** Those that can leave less, or other, than there was. */
const amountActs = ['item.used', 'item.discarded', 'item.corrected', 'item.removed', 'item.split', 'item.edited']

async function inTheWay(tx: Transaction, member: Member, lotId: string, seq: number, acts: readonly string[]): Promise<Problem> {
  const later = await store.laterChange(tx, member.householdId, lotId, seq, acts)
  return undoBlocked(`it was ${(later && laterActs[later.name]) ?? 'changed'}`)
}
