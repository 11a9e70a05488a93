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
