import { TableChecksum, type TableDigest } from '../database/table-checksum.ts'
import type { DatabaseSnapshot, DatabaseTarget } from '../database/table-schema.ts'
import { assertCountsMatch } from './create-and-restore.ts'

/** Copies all rows of a database to another, including sessions. Compares the counts and hashes and returns them. */
export async function copyDatabase(source: DatabaseSnapshot, target: DatabaseTarget): Promise<TableDigest[]> {
  try {
    const counts: TableDigest[] = []
    for (const table of source.tables) {
      const own = target.tables.find(({ name }) => name === table.name)
      if (!own) throw new Error(`${table.name} is not a table there.`)
      const sum = new TableChecksum()
      for await (const batch of source.rows(table)) {
        for (const row of batch) sum.add(row)
        await target.put(
          own,
          table.columns.map(({ name }) => name),
          batch,
        )
      }
      counts.push(sum.end(table.name))
    }
    const order = new Map(source.tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
    assertCountsMatch(counts, await target.check(order))
    await target.end()
    return counts
  } catch (error) {
    await target.abandon()
    throw error
  }
}
