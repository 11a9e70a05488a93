import { columnsToRows } from '#platform/shared/columns-to-rows.ts'
import type { Row } from '#platform/shared/local-tables.ts'
import type { Delta } from './household-tables.ts'
import type { Position } from './replica-store.ts'

/** A complete response of `GET /api/sync`. */
export interface SyncResponse {
  readonly position: Position
  readonly isSnapshot: boolean
  readonly delta: Delta
}

/** What the live stream says about changes. `delta` is null if the rows must be requested. */
export interface SyncSignal {
  readonly since: number
  readonly seq: number
  readonly delta: Delta | null
}

interface MutableTable {
  rows: Row[]
  removed: string[]
  isWhole: boolean
}
type Tables = Record<string, MutableTable>

type Fields = Readonly<Record<string, unknown>>
// The validator would be half of the first load.
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isRow = (value: unknown): value is Row => isFields(value) && typeof value['id'] === 'string'
const isText = (value: unknown): value is string => typeof value === 'string'
const isColumns = (value: unknown): value is Readonly<Record<string, readonly unknown[]>> =>
  isFields(value) && Object.values(value).every((column) => Array.isArray(column))

const tableIn = (tables: Tables, name: string): MutableTable => {
  const known = tables[name] ?? { rows: [], removed: [], isWhole: false }
  tables[name] = known
  return known
}

/** Adds a frame of rows. Returns whether it was one. */
function addRows(tables: Tables, frame: Fields): boolean {
  const { type, table: name, rows, removed, isWhole, columns } = frame
  if (!isText(name)) return false
  if (type === 'columns' && isColumns(columns)) {
    for (const row of columnsToRows(columns)) tableIn(tables, name).rows.push(row)
    return true
  }
  if (type !== 'rows' || !Array.isArray(rows) || !Array.isArray(removed) || !rows.every(isRow) || !removed.every(isText)) return false
  const table = tableIn(tables, name)
  for (const row of rows) table.rows.push(row)
  table.removed.push(...removed)
  table.isWhole ||= isWhole === true
  return true
}

/** Reads the lines of a response. Throws if it is incomplete or not from Larder. */
export async function readFrames(lines: AsyncIterable<string>): Promise<SyncResponse> {
  let begin: Fields | null = null
  const tables: Tables = {}
  for await (const line of lines) {
    const frame: unknown = JSON.parse(line)
    if (!isFields(frame)) break
    if (frame['type'] === 'begin') begin = frame
    else if (frame['type'] === 'end') {
      const { seq, own } = frame
      const { epoch, isSnapshot } = begin ?? {}
      if (typeof seq !== 'number' || !isText(own) || !isText(epoch)) break
      return { position: { seq, epoch, own }, isSnapshot: isSnapshot === true, delta: tables }
    } else if (!addRows(tables, frame)) break
  }
  throw new Error('The response of /api/sync is incomplete.')
}

/** Splits a body into its lines while it arrives. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield line
    if (!done) continue
    if (rest !== '') yield rest
    return
  }
}

/** Reads the payload of an event. Returns null if it isn't one. */
export function signalOf(payload: unknown): SyncSignal | null {
  if (!isFields(payload)) return null
  const { since, seq, rows } = payload
  if (typeof since !== 'number' || typeof seq !== 'number') return null
  const tables: Tables = {}
  const isComplete = Array.isArray(rows) && rows.every((frame) => isFields(frame) && addRows(tables, frame))
  return { since, seq, delta: isComplete ? tables : null }
}
