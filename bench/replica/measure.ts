import type { Delta } from '#platform/web/sync/household-tables.ts'
import { household, type Row } from './household.ts'

/** What every candidate does. `list` and `cookable` are queries of screens. */
export interface Candidate {
  fill(tables: Record<string, Row[]>, seq: number): Promise<void>
  /** Opens what `fill` stored. Returns its number. */
  load(): Promise<number | null>
  /** The fifty lots in the fridge that expire first, with their ingredients' names. */
  list(): readonly string[]
  /** Loads what `cookable` needs. */
  prepare(): Promise<void>
  /** The recipes whose lines are all in stock. */
  cookable(): number
  receive(delta: Delta): void
  store(delta: Delta, seq: number): Promise<void>
  /** Each pending mutation uses one unit of these lots. */
  setPending(lotIds: readonly string[]): void
  lot(id: string): Row | undefined
  ids(): string[]
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Milliseconds that `work` takes, the median of `rounds`. */
function timed(rounds: number, work: (round: number) => unknown): number {
  return median(
    Array.from({ length: rounds }, (_, round) => {
      const start = performance.now()
      work(round)
      return performance.now() - start
    }),
  )
}

async function measure(candidate: Candidate) {
  await candidate.prepare()
  const start = performance.now()
  const seq = await candidate.load()
  const load = performance.now() - start
  const ids = candidate.ids()
  const changed = (count: number, round: number): Delta => ({
    lots: {
      rows: ids.slice(round * count, (round + 1) * count).map((id) => ({ ...(candidate.lot(id) as Row), quantity: 500 + round })),
      removed: [],
    },
  })
  const firstList = timed(1, () => candidate.list())
  const list = timed(9, (round) => {
    candidate.receive(changed(1, round))
    return candidate.list()
  })
  const firstCookable = timed(1, () => candidate.cookable())
  const cookable = timed(9, (round) => {
    candidate.receive(changed(1, 20 + round))
    return candidate.cookable()
  })
  const apply = timed(9, (round) => candidate.receive(changed(1, round)))
  const applyMany = timed(9, (round) => candidate.receive(changed(200, round)))
  const pending = timed(1, () => candidate.setPending(ids.slice(0, 40)))
  const rebase = timed(9, (round) => candidate.receive(changed(1, 100 + round)))
  const rebaseMany = timed(9, (round) => candidate.receive(changed(200, round)))
  // The pending mutation applies to what the server has now, not to what it had when the mutation was made.
  const [id = ''] = ids
  candidate.receive({ lots: { rows: [{ ...candidate.lot(id), id, quantity: 5 } as Row], removed: [] } })
  const isRebased = candidate.lot(id)?.['quantity'] === 4
  candidate.setPending([])
  const isRolledBack = candidate.lot(id)?.['quantity'] === 5
  const before = performance.now()
  await candidate.store(changed(1, 0), (seq ?? 0) + 1)
  return {
    load,
    firstList,
    list,
    firstCookable,
    cookable,
    apply,
    applyMany,
    pending,
    rebase,
    rebaseMany,
    store: performance.now() - before,
    isRebased,
    isRolledBack,
    rows: ids.length,
  }
}

/** Offers the measurements to `bench/replica.ts`, which calls them from outside. */
export function serve(candidate: Candidate): void {
  Object.assign(window, {
    fill: (lots: number, recipes: number) => candidate.fill(household(lots, recipes), 1),
    measure: () => measure(candidate),
    // Stores changes of two thousand lots until the tab is killed; each sets all of them to its number.
    async writeUntilKilled() {
      const seq = (await candidate.load()) ?? 0
      const ids = candidate.ids().slice(0, 2000)
      for (let next = seq + 1; ; next++) {
        const rows = ids.map((id) => ({ ...(candidate.lot(id) as Row), quantity: next }))
        await candidate.store({ lots: { rows, removed: [] } }, next)
        document.title = String(next)
      }
    },
    async check() {
      const seq = await candidate.load()
      const ids = candidate.ids()
      return {
        seq,
        isWhole: ids.length === 10_000 && (seq === 1 || ids.slice(0, 2000).every((id) => candidate.lot(id)?.['quantity'] === seq)),
      }
    },
  })
}
