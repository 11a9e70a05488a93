import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Database, Transaction } from '../database/index.ts'
import type { ChangeConsumer } from './change-consumer-interface.ts'
import { ConsumerFailedError, isConsumerFault } from './change-dead-letters.ts'
import { type Change, changesAfter } from './change-log.ts'
import { type ConsumerTurn, readLogState, saveCursors, toConsumerTurn } from './consumer-cursors.ts'

const defaultBatchLimit = 200

interface StepResult {
  /** New cursor positions. */
  readonly cursors: ReadonlyMap<ChangeConsumer, number>
  /** Consumers that haven't reached the end of the log, in order. */
  readonly rest: readonly ChangeConsumer[]
}

type Turn = ConsumerTurn & { readonly consumer: ChangeConsumer }
/** Notes whose code runs, to tell which consumer failed. */
type Run = (consumer: ChangeConsumer, isNewDay: boolean, work: Promise<unknown>) => Promise<unknown>

/**
 * Runs one step of a household's consumers, in order and in one transaction, so that a change of stock isn't followed by one commit per
 * consumer. Later consumers receive what earlier ones recorded. A consumer that has to begin a day, or has many changes to consume, takes
 * a step of its own, with at most `maxChanges`. If a consumer fails, throws `ConsumerFailedError` and moves no cursor.
 */
export async function runConsumerStep(
  database: Database,
  consumers: readonly ChangeConsumer[],
  householdId: HouseholdId,
  now: Date,
  maxChanges = defaultBatchLimit,
): Promise<StepResult> {
  let current: { consumer: ChangeConsumer; isNewDay: boolean } | null = null
  try {
    return await database.write(householdId, 'what follows from changes', async (tx): Promise<StepResult> => {
      current = null
      const run: Run = async (consumer, isNewDay, work) => {
        current = { consumer, isNewDay }
        const result = await work
        current = null
        return result
      }
      const state = await readLogState(tx, householdId)
      const turns = state ? consumers.map((consumer): Turn => ({ consumer, ...toConsumerTurn(consumer, state, householdId, now) })) : []
      const [first] = turns
      if (!state || !first) return { cursors: new Map(), rest: [] }
      const from = Math.min(...turns.map(({ cursor }) => cursor.seq))
      const isShared = turns.length > 1 && !beginsDay(first) && state.head - from <= defaultBatchLimit
      const taken = isShared ? await takeTurns(tx, turns, lazyChangesFrom(tx, householdId, from, state.head), run) : null
      if (taken && taken.length > 0) return { cursors: new Map(taken), rest: consumers.slice(taken.length) }
      const { seq, isEnd } = await takeTurn(tx, first, state.head, maxChanges, run)
      return { cursors: new Map([[first.consumer, seq]]), rest: isEnd ? consumers.slice(1) : consumers }
    })
  } catch (error) {
    // Wrapped outside the transaction, which decides by the original error whether to retry.
    const failed = current as { consumer: ChangeConsumer; isNewDay: boolean } | null
    throw failed && isConsumerFault(error) ? new ConsumerFailedError(failed.consumer, failed.isNewDay, error) : error
  }
}

const beginsDay = ({ consumer, isNewDay }: Turn) => consumer.newDay !== undefined && isNewDay

/** Lets consumers read up to the end of the log until one needs a step of its own. Returns the new cursors of those before it. */
async function takeTurns(
  tx: Transaction,
  turns: readonly Turn[],
  log: ReturnType<typeof lazyChangesFrom>,
  run: Run,
): Promise<[ChangeConsumer, number][]> {
  const moved: { reader: string; cursor: ConsumerTurn['cursor'] }[] = []
  const taken: [ChangeConsumer, number][] = []
  for (const turn of turns) {
    const { consumer, cursor, context } = turn
    if (beginsDay(turn)) break
    const changes = (await log.all()).filter(({ seq, name }) => seq > cursor.seq && (consumer.names?.includes(name) ?? true))
    if (changes.length > (consumer.batchLimit ?? defaultBatchLimit)) break
    if (changes.length > 0) await run(consumer, false, consumer.consume(tx, context, changes))
    const next = { seq: log.head(), day: context.today, timeZone: context.timeZone }
    if (next.seq !== cursor.seq || next.day !== cursor.day || next.timeZone !== cursor.timeZone)
      moved.push({ reader: consumer.name, cursor: next })
    taken.push([consumer, next.seq])
  }
  const [first] = turns
  if (first) await saveCursors(tx, first.context.householdId, moved)
  return taken
}

/** Lets one consumer begin the day or consume some changes. Returns its new cursor and whether it reached the end of the log. */
async function takeTurn(
  tx: Transaction,
  turn: Turn,
  headBefore: number,
  maxChanges: number,
  run: Run,
): Promise<{ seq: number; isEnd: boolean }> {
  const { consumer, cursor, context, isNewDay } = turn
  const { householdId, today, timeZone } = context
  if (consumer.newDay && isNewDay && (await run(consumer, true, consumer.newDay(tx, context)))) return { seq: cursor.seq, isEnd: false }
  const limit = Math.min(maxChanges, consumer.batchLimit ?? defaultBatchLimit)
  const changes = await changesAfter(tx, householdId, cursor.seq, limit, consumer.names)
  const last = changes.at(-1)
  if (last) await run(consumer, false, consumer.consume(tx, context, changes))
  // At the end of the log, anything recorded since is the consumer's own: the household is locked.
  const isEnd = last === undefined || changes.length < limit
  const seq = isEnd ? (tx.recorded.get(householdId) ?? headBefore) : last.seq
  if (seq !== cursor.seq || isNewDay) await saveCursors(tx, householdId, [{ reader: consumer.name, cursor: { seq, day: today, timeZone } }])
  return { seq, isEnd }
}

/** Reads a household's changes after `from` once, on demand, including those recorded in this transaction. */
function lazyChangesFrom(tx: Transaction, householdId: HouseholdId, from: number, headBefore: number) {
  const known: Change[] = []
  let upTo = from
  const head = () => tx.recorded.get(householdId) ?? headBefore
  return {
    head,
    async all(): Promise<readonly Change[]> {
      while (upTo < head()) {
        const next = await changesAfter(tx, householdId, upTo, defaultBatchLimit)
        known.push(...next)
        upTo = next.length < defaultBatchLimit ? head() : (next.at(-1)?.seq ?? upTo)
      }
      return known
    },
  }
}
