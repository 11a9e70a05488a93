import { randomUUIDv7 } from 'node:crypto'
import { changeUndone } from '#domains/households/contract/index.ts'
import { membershipOf, userNamesOf } from '#domains/households/server/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'
import { forgetInMeals } from './set-meal-eaters.ts'

/** Stored in the change log to undo a change: which version of the row has the columns from before. */
interface EaterUndo {
  version: number
}
type Written = ReplyOf<typeof contract.addGuest>

export const toEater = (row: store.EaterRow): contract.Eater => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  diets: JSON.parse(row.diets),
  allergens: JSON.parse(row.allergens),
  avoids: JSON.parse(row.avoids),
  createdAt: row.created_at,
  version: row.version,
})

export const listEaters = async (q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.Eater[]> =>
  (await store.listActiveEaters(q, householdId)).map(toEater)

const toWritten = ({ id, created_at, version }: store.EaterRow): Written => ({ id, createdAt: created_at, version })

const record = (tx: Transaction, member: Member, event: EventType, { id, version }: Pick<store.EaterRow, 'id' | 'version'>) =>
  recordChange(tx, member, event, { eaterId: id }, { version } satisfies EaterUndo)

/** The columns that a change can be undone to. */
const before = ({ name, diets, allergens, avoids, removed_at }: store.EaterRow) =>
  JSON.stringify({ name, diets, allergens, avoids, removed_at })

const newRow = ({ householdId, now }: Member, id: string, columns: Partial<store.EaterRow>): store.EaterRow => {
  const at = now.toISOString()
  return {
    household_id: householdId,
    id,
    user_id: null,
    name: null,
    diets: '[]',
    allergens: '[]',
    avoids: '[]',
    before: null,
    version: 1,
    created_at: at,
    updated_at: at,
    removed_at: null,
    ...columns,
  }
}

const columnsOf = ({ name, diets, allergens, avoids }: contract.EaterChange): Partial<store.EaterRow> => ({
  ...(name !== undefined && { name }),
  ...(diets && { diets: JSON.stringify(diets) }),
  ...(allergens && { allergens: JSON.stringify(allergens) }),
  ...(avoids && { avoids: JSON.stringify(avoids) }),
})

async function assertRoom(q: Reader, { householdId }: Member): Promise<void> {
  const guests = (await store.listActiveEaters(q, householdId)).filter(({ user_id }) => user_id === null)
  if (guests.length >= contract.maxGuests) throw conflict('too_many', say`That’s too many guests. Remove one first.`)
}

/**
 * Adds a guest. Idempotent by `input.id`, unless they were removed since: that throws 404, and so does the id of an account, whose row only
 * they and an OWNER may change. Throws 409 `too_many`.
 */
export async function addGuest(tx: Transaction, member: Member, { id = randomUUIDv7(), ...input }: contract.NewGuest): Promise<Written> {
  const known = await store.findEater(tx, member.householdId, id)
  if (known && (known.removed_at !== null || known.user_id !== null)) throw notFound()
  if (known) return toWritten(known)
  if ((await userNamesOf(tx, [id])).size > 0) throw notFound()
  await assertRoom(tx, member)
  return insert(tx, member, contract.guestAdded, newRow(member, id, columnsOf(input)))
}

/** Inserts a row; an undo removes it. */
async function insert(tx: Transaction, member: Member, event: EventType, row: store.EaterRow): Promise<Written> {
  await store.insertEater(tx, { ...row, before: before({ ...row, removed_at: row.created_at }) })
  await record(tx, member, event, row)
  return toWritten(row)
}

/** Throws 404 for unknown people, 403 `role_denied` for another member's needs, which only an OWNER may change. */
async function findChanged(tx: Transaction, member: Member, id: string): Promise<store.EaterRow | null> {
  const row = await store.findEater(tx, member.householdId, id)
  const isGuest = row !== undefined && row.user_id === null
  if (isGuest ? row.removed_at !== null : !(await membershipOf(tx, id, member.householdId))) throw notFound()
  if (!isGuest && id !== member.userId && member.role !== 'OWNER')
    throw new Problem(403, 'role_denied', say`Only an owner can change what another member can’t eat.`)
  return row ?? null
}

/** Changes what someone can't eat. Throws 412 if it was changed since `ifMatch`. */
export async function changeEater(
  tx: Transaction,
  member: Member,
  id: string,
  change: contract.EaterChange,
  ifMatch: number | null,
): Promise<Written> {
  const row = await findChanged(tx, member, id)
  const isStored = row !== null && row.removed_at === null
  if (ifMatch !== null && ifMatch !== (isStored ? row.version : 0))
    throw new Problem(412, 'changed_meanwhile', say`Someone else changed this in the meantime.`, {
      current: isStored ? toEater(row) : null,
    })
  // A member's name is that of the account.
  const { name: _name, ...ofMember } = change
  const to = columnsOf(row?.user_id === null ? change : ofMember)
  const known = isStored ? row : newRow(member, id, { user_id: id })
  if (Object.entries(to).every(([column, value]) => known[column as keyof store.EaterRow] === value))
    return isStored ? toWritten(row) : { id, createdAt: known.created_at, version: 0 }
  if (row === null) return insert(tx, member, contract.eaterChanged, { ...known, ...to })
  const { diets, allergens, avoids } = known
  const set = { diets, allergens, avoids, ...to, removed_at: null, before: before(row), updated_at: member.now.toISOString() }
  await store.updateEater(tx, member.householdId, id, set)
  const changed = { ...row, version: row.version + 1 }
  await record(tx, member, contract.eaterChanged, changed)
  return toWritten(changed)
}

/** Removes a guest. Does nothing if they are already removed. Throws 404 for members. */
export async function removeGuest(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await store.findEater(tx, member.householdId, id)
  if (!row || row.user_id !== null) throw notFound()
  if (row.removed_at !== null) return
  const at = member.now.toISOString()
  await store.updateEater(tx, member.householdId, id, { removed_at: at, before: before(row), updated_at: at })
  await record(tx, member, contract.guestRemoved, { ...row, version: row.version + 1 })
}

/** Undoes a change of what someone can't eat. Throws 409 `undo_in_the_way` if it was changed since or what it was is erased. */
export async function undoEaterChange(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { version } = change.undo as EaterUndo
  const { eaterId } = contract.eaterChanged.payload.parse(change.payload)
  const row = await store.findEater(tx, member.householdId, eaterId)
  if (!row || row.version !== version || row.before === null)
    throw conflict('undo_in_the_way', say`Can’t undo: this has been changed since.`)
  if (row.user_id !== null) await findChanged(tx, member, eaterId)
  const to = JSON.parse(row.before) as Partial<store.EaterRow>
  if (row.user_id === null && row.removed_at !== null && to.removed_at === null) await assertRoom(tx, member)
  await store.updateEater(tx, member.householdId, eaterId, { ...to, before: null, updated_at: member.now.toISOString() })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, eaterId })
}

/** Deletes what is stored about a member who leaves. */
export const forgetEater = async (tx: Transaction, householdId: HouseholdId, { userId }: { userId: string }): Promise<void> => {
  await store.deleteEater(tx, householdId, userId)
  await forgetInMeals(tx, householdId, userId)
}
