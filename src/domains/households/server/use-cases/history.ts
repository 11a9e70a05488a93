import {
  type Change,
  changesBefore,
  findChange,
  findChanges,
  isByGuest,
  markUndone,
  tabletOf,
} from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import { changeUndone, type HistoryEntry } from '../../contract/index.ts'
import { userNamesOf } from '../store/index.ts'
import { tabletNamesOf } from '../store/tablets.ts'

/** Describes a domain's changes for the history and undoes them. Changes without a handler are not part of the history. */
export interface HistoryHandler {
  readonly names: readonly string[]
  /** Changes that are part of another one: only the history of a lot shows them, and they can't be undone alone. */
  readonly partNames?: readonly string[]
  /** Returns one sentence per change, by seq. Looks up names, because the log contains only ids. */
  describe(q: Reader, householdId: HouseholdId, changes: readonly Change[]): Promise<Map<number, string>>
  /** Appends the opposite, records it as `change.undone` and returns its seq. Throws 409 naming the later change that prevents it. */
  undo?(tx: Transaction, member: Member, change: Change): Promise<number>
  /** Returns other households that the undo writes to, e.g. the lender of a loan. */
  reaches?(q: Reader, householdId: HouseholdId, change: Change): Promise<readonly HouseholdId[]>
}

export interface History {
  /** Lists the changes of the household or of one lot. Throws 404 if the household never had the lot. */
  list(
    q: Reader,
    member: Member,
    page: { before: number | undefined; limit: number; lotId: string | undefined },
  ): Promise<{ entries: HistoryEntry[]; next: number | null }>
  /** Returns the households that undoing a change writes to: the scope of its transaction. */
  reach(q: Reader, member: Member, seq: number): Promise<HouseholdId | readonly HouseholdId[]>
  undo(tx: Transaction, member: Member, seq: number): Promise<HistoryEntry>
}

export function createHistory(handlers: readonly HistoryHandler[]): History {
  const names = [...handlers.flatMap((handler) => handler.names), changeUndone.name]
  const lotNames = [...names, ...handlers.flatMap((handler) => handler.partNames ?? [])]
  const handlerOf = (name: string) => handlers.find((handler) => handler.names.includes(name))

  return {
    async list(q, member, { before, limit, lotId }) {
      const changes = await changesBefore(
        q,
        member.householdId,
        lotId === undefined ? names : lotNames,
        before,
        limit + 1,
        lotId === undefined ? undefined : { key: 'lotId', id: lotId },
      )
      if (lotId !== undefined && before === undefined && changes.length === 0) throw notFound()
      const page = changes.slice(0, limit)
      const entries = await toEntries(q, handlers, names, member, page)
      return { entries, next: changes.length > limit ? (page.at(-1)?.seq ?? null) : null }
    },

    async reach(q, member, seq) {
      const change = await findChange(q, member.householdId, seq)
      const others = change ? ((await handlerOf(change.name)?.reaches?.(q, member.householdId, change)) ?? []) : []
      return others.length === 0 ? member.householdId : [member.householdId, ...others]
    },

    async undo(tx, member, seq) {
      const change = await findChange(tx, member.householdId, seq)
      if (!change || !names.includes(change.name)) throw notFound()
      // A tablet takes back only what was done on it.
      if (member.tabletId !== undefined && tabletOf(change) !== member.tabletId) throw notFound()
      const handler = handlerOf(change.name)
      if (change.undoneBy !== null) throw conflict('already_undone', 'This has already been undone.')
      if (change.undo === null || !handler?.undo) throw conflict('cannot_undo', 'This can’t be undone.')
      const undoSeq = await handler.undo(tx, member, change)
      if (!(await markUndone(tx, member.householdId, seq, undoSeq))) throw conflict('already_undone', 'This has already been undone.')
      const undone = await findChange(tx, member.householdId, undoSeq)
      const [entry] = undone ? await toEntries(tx, handlers, names, member, [undone]) : []
      if (!entry) throw notFound()
      return entry
    },
  }
}

async function toEntries(
  q: Reader,
  handlers: readonly HistoryHandler[],
  undoableNames: readonly string[],
  member: Member,
  changes: readonly Change[],
): Promise<HistoryEntry[]> {
  const [summaries, people, tablets] = await Promise.all([
    summarize(q, handlers, member.householdId, changes),
    userNamesOf(
      q,
      changes.flatMap((change) => change.actorId ?? []),
    ),
    tabletNamesOf(
      q,
      member.householdId,
      changes.flatMap((change) => tabletOf(change) ?? []),
    ),
  ])
  return changes.map((change) => ({
    seq: change.seq,
    name: change.name,
    // A tablet isn't told who.
    actor: (member.tabletId === undefined && change.actorId && people.get(change.actorId)) || null,
    isByGuest: isByGuest(change),
    tablet: tablets.get(tabletOf(change) ?? '') ?? null,
    at: change.at,
    summary: summaries.get(change.seq) ?? change.name,
    canUndo:
      change.undo !== null && undoableNames.includes(change.name) && change.undoneBy === null && isRoleAtLeast(member.role, 'MEMBER'),
  }))
}

/** Returns the summaries by seq. That of an undo contains the summary of the undone change. */
async function summarize(
  q: Reader,
  handlers: readonly HistoryHandler[],
  householdId: HouseholdId,
  changes: readonly Change[],
): Promise<Map<number, string>> {
  const undone = new Map(
    changes.filter(({ name }) => name === changeUndone.name).map(({ seq, payload }) => [seq, (payload as { undoneSeq: number }).undoneSeq]),
  )
  const seqs = new Set(changes.map(({ seq }) => seq))
  const originals = await findChanges(
    q,
    householdId,
    [...new Set(undone.values())].filter((seq) => !seqs.has(seq)),
  )
  const all = [...changes, ...originals]
  const maps = await Promise.all(
    handlers.map((handler) =>
      handler.describe(
        q,
        householdId,
        all.filter(({ name }) => handler.names.includes(name) || handler.partNames?.includes(name)),
      ),
    ),
  )
  const summaries = new Map(maps.flatMap((map) => [...map]))
  for (const [seq, undoneSeq] of undone) summaries.set(seq, say`Undid: ${summaries.get(undoneSeq) ?? say`an earlier change`}`)
  return summaries
}
