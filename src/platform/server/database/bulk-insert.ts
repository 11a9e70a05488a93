import type { Transaction } from './index.ts'

/**
 * Returns a function that inserts one row by prepared SQL. For the few tables that every change writes, where building the query costs more
 * than running it. Every row must have the columns of the first.
 */
export function rowInserter<Row extends object>(table: string): (tx: Transaction, row: Row) => Promise<unknown> {
  let columns: (keyof Row & string)[] = []
  let text = ''
  return (tx, row) => {
    if (text === '') {
      columns = Object.keys(row) as (keyof Row & string)[]
      text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
    }
    return tx.rows(
      text,
      columns.map((column) => row[column]),
    )
  }
}

const together = 50

/** Like `rowInserter`, for many rows: inserts fifty per statement. */
export function bulkInserter<Row extends object>(table: string): (tx: Transaction, rows: readonly Row[]) => Promise<void> {
  const one = rowInserter<Row>(table)
  return async (tx, rows) => {
    const columns = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
    const places = `(${columns.map(() => '?').join(', ')})`
    const text = `insert into ${table} (${columns.join(', ')}) values ${Array.from({ length: together }, () => places).join(', ')}`
    let at = 0
    for (; at + together <= rows.length; at += together) {
      await tx.rows(
        text,
        rows.slice(at, at + together).flatMap((row) => columns.map((column) => row[column])),
      )
    }
    for (const row of rows.slice(at)) await one(tx, row)
  }
}
