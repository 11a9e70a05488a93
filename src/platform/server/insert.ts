import type { Transaction } from './database.ts'

/**
 * Inserts rows of one table by prepared SQL: for the few tables that every change writes, where building the query costs more than running it.
 * Every row names all columns; the text is made from the first.
 */
export function inserter<Row extends object>(table: string): (tx: Transaction, row: Row) => Promise<unknown> {
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
