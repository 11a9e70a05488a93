import { type Change, changesBefore, findChange, findChanges, markUndone } from '#platform/server/changes/log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { atLeast } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import { changeUndone, type HistoryEntry } from '../../contract/index.ts'
import { namesOf } from '../store/index.ts'

/** How a domain tells its changes to people and takes them back. Changes no story knows are derived ones and stay out of the history. */
export interface HistoryDescriber {
  readonly names: readonly string[]
  /** Parts of something that another change tells as a whole: they stand in the past of what they touched, and are not taken back alone. */
  readonly partNames?: readonly string[]
  /** One sentence per change, by seq; names are joined here, the log holds ids. */
  describe(q: Reader, householdId: HouseholdId, changes: readonly Change[]): Promise<Map<number, string>>
  /** Appends the opposite and records it as `change.undone`; throws 409 naming the later act when what it needs is gone. Answers its seq. */
  undo?(tx: Transaction, member: Member, change: Change): Promise<number>
  /** Other households that the undo writes in, too: a loan comes back from one. */
  reaches?(q: Reader, householdId: HouseholdId, change: Change): Promise<readonly HouseholdId[]>
}

export interface History {
  /** Of the household, or of one lot: 404 for one that nobody here ever had. */
  list(
    q: Reader,
    member: Member,
    page: { before: number | undefined; limit: number; lotId: string | undefined },
  ): Promise<{ entries: HistoryEntry[]; next: number | null }>
  /** The households that undoing a change writes in: the scope of its transaction. */
  reach(q: Reader, member: Member, seq: number): Promise<HouseholdId | readonly HouseholdId[]>
  undo(tx: Transaction, member: Member, seq: number): Promise<HistoryEntry>
}

export function history(describers: readonly HistoryDescriber[]): History {
  const names = [...describers.flatMap((describer) => describer.names), changeUndone.name]
  const ofLots = [...names, ...describers.flatMap((describer) => describer.partNames ?? [])]
  const describerOf = (name: string) => describers.find((describer) => describer.names.includes(name))

  async function tell(q: Reader, householdId: HouseholdId, changes: readonly Change[]): Promise<Map<number, string>> {
    const undone = new Map(
      changes
        .filter(({ name }) => name === changeUndone.name)
        .map(({ seq, payload }) => [seq, (payload as { undoneSeq: number }).undoneSeq]),
    )
    const shown = new Set(changes.map(({ seq }) => seq))
    const originals = await findChanges(
      q,
      householdId,
      [...new Set(undone.values())].filter((seq) => !shown.has(seq)),
    )
    const all = [...changes, ...originals]
    const told = await Promise.all(
      describers.map((describer) =>
        describer.describe(
          q,
          householdId,
          all.filter(({ name }) => describer.names.includes(name) || describer.partNames?.includes(name)),
        ),
      ),
    )
    const summaries = new Map(told.flatMap((map) => [...map]))
    for (const [seq, undoneSeq] of undone) summaries.set(seq, say`Undid: ${summaries.get(undoneSeq) ?? say`an earlier change`}`)
    return summaries
  }

  async function toEntries(q: Reader, member: Member, changes: readonly Change[]): Promise<HistoryEntry[]> {
    const [summaries, people] = await Promise.all([
      tell(q, member.householdId, changes),
      namesOf(
        q,
        changes.flatMap((change) => change.actorId ?? []),
      ),
    ])
    return changes.map((change) => ({
      seq: change.seq,
      name: change.name,
      actor: (change.actorId && people.get(change.actorId)) || null,
      at: change.at,
      summary: summaries.get(change.seq) ?? change.name,
      canUndo: change.undo !== null && names.includes(change.name) && change.undoneBy === null && atLeast(member.role, 'MEMBER'),
    }))
  }

  return {
    async list(q, member, { before, limit, lotId }) {
      const changes = await changesBefore(
        q,
        member.householdId,
        lotId === undefined ? names : ofLots,
        before,
        limit + 1,
        lotId === undefined ? undefined : { key: 'lotId', id: lotId },
      )
      if (lotId !== undefined && before === undefined && changes.length === 0) throw notFound()
      const page = changes.slice(0, limit)
      return { entries: await toEntries(q, member, page), next: changes.length > limit ? (page.at(-1)?.seq ?? null) : null }
    },

    async reach(q, member, seq) {
      const change = await findChange(q, member.householdId, seq)
      const others = change ? ((await describerOf(change.name)?.reaches?.(q, member.householdId, change)) ?? []) : []
      return others.length === 0 ? member.householdId : [member.householdId, ...others]
    },

    async undo(tx, member, seq) {
      const change = await findChange(tx, member.householdId, seq)
      if (!change || !names.includes(change.name)) throw notFound()
      const describer = describerOf(change.name)
      if (change.undoneBy !== null) throw conflict('already_undone', 'This has already been undone.')
      if (change.undo === null || !describer?.undo) throw conflict('cannot_undo', 'This can’t be undone.')
      const undoSeq = await describer.undo(tx, member, change)
      if (!(await markUndone(tx, member.householdId, seq, undoSeq))) throw conflict('already_undone', 'This has already been undone.')
      const undone = await findChange(tx, member.householdId, undoSeq)
      const [entry] = undone ? await toEntries(tx, member, [undone]) : []
      if (!entry) throw notFound()
      return entry
    },
  }
}
