/** What browsers need of the sync protocol without its schemas, which `sync.ts` holds. */

export const syncPath = '/api/sync'

/** Channel and event of the live stream. */
export const syncChannel = (householdId: string) => `sync:${householdId}`
export const syncEvent = 'sync'

interface SyncRow {
  readonly id: string
}

/** Returns the rows of a frame of columns. */
export function columnsToRows(columns: Readonly<Record<string, readonly unknown[]>>): (SyncRow & Record<string, unknown>)[] {
  const names = Object.entries(columns)
  return (columns['id'] ?? []).map((id, at) => {
    const row: SyncRow & Record<string, unknown> = { id: String(id) }
    for (const [name, values] of names) if (name !== 'id') row[name] = values[at]
    return row
  })
}
