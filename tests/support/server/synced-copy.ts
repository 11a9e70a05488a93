import { localReplies } from '#app/screens/local-replies.ts'
import { householdTable } from '#domains/households/rules/local-household.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import { columnsToRows } from '#platform/shared/columns-to-rows.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { LocalContext } from '#platform/shared/local-tables.ts'
import { SyncFrame, type SyncRows, syncHousehold } from '#platform/shared/sync.ts'
import { HouseholdTables } from '#platform/web/sync/household-tables.ts'
import type { Person } from './test-app.ts'

type Row = SyncRows['rows'][number]

/** A pull that the server answered with a 4xx. */
export class PullRefused extends Error {}

/** A client of `GET /api/sync`: what it keeps, and where it stands. */
export class SyncedCopy {
  readonly tables = new Map<string, Map<string, Row>>()
  seq: number | undefined
  epoch: string | undefined
  own: string | undefined
  /** The frames of the last response. */
  frames: SyncFrame[] = []

  /** Asks for what changed; for everything the first time. Throws `PullRefused` if the server refuses. */
  async pull(person: Person): Promise<SyncFrame[]> {
    const { seq: since, epoch, own } = this
    const response = await person.call(syncHousehold, { query: since === undefined ? {} : { since, epoch, own } })
    const { status } = response
    if (status !== 200) throw new (status >= 400 && status < 500 ? PullRefused : Error)(`sync answered ${status}: ${response.text}`)
    this.frames = response.text
      .trim()
      .split('\n')
      .map((line) => SyncFrame.parse(JSON.parse(line)))
    const [begin, end] = [this.frames[0], this.frames.at(-1)]
    if (begin?.type !== 'begin' || end?.type !== 'end') throw new Error('an incomplete response')
    if (begin.isSnapshot) this.tables.clear()
    for (const frame of this.frames) {
      if (frame.type === 'rows') this.apply(frame)
      if (frame.type === 'columns')
        this.apply({ type: 'rows', table: frame.table, rows: columnsToRows(frame.columns), removed: [], isWhole: false })
    }
    this.seq = end.seq
    this.epoch = begin.epoch
    this.own = end.own
    return this.frames
  }

  apply({ table, rows, removed, isWhole }: SyncRows): void {
    const known = isWhole ? new Map<string, Row>() : (this.tables.get(table) ?? new Map<string, Row>())
    for (const row of rows) known.set(row.id, row)
    for (const id of removed) known.delete(id)
    this.tables.set(table, known)
  }

  rows(table: string): Row[] {
    return [...(this.tables.get(table)?.values() ?? [])].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  row(table: string, id: string): Row | undefined {
    return this.tables.get(table)?.get(id)
  }

  /** Everything it keeps, to compare. Tables without rows are left out. */
  content(): Record<string, Row[]> {
    const names = [...this.tables.keys()].toSorted().filter((name) => this.rows(name).length > 0)
    return Object.fromEntries(names.map((name) => [name, this.rows(name)]))
  }
}

/** Returns a new copy of what a person may see. */
export async function syncedCopyOf(person: Person): Promise<SyncedCopy> {
  const copy = new SyncedCopy()
  await copy.pull(person)
  return copy
}

export interface TestDevice {
  tables: HouseholdTables
  context: LocalContext
  /** What it replies to an endpoint; undefined if it leaves that to the server. */
  replyTo(endpoint: Endpoint, params: unknown, query?: unknown): unknown
}

/** Opens a device that has pulled its household. */
export async function openDevice(person: Person): Promise<TestDevice> {
  const tables = new HouseholdTables()
  const copy = await syncedCopyOf(person)
  tables.replace(Object.fromEntries([...copy.tables].map(([name, rows]) => [name, [...rows.values()]])))
  const now = new Date()
  const [household] = tables.rows(householdTable)
  const context = { now, today: dateInTimeZone(household?.timeZone ?? 'UTC', now), userId: person.userId }
  return {
    tables,
    context,
    replyTo: (endpoint, params, query = {}) =>
      localReplies.find((reply) => reply.endpoint === endpoint)?.read(tables, { params, query }, context),
  }
}
