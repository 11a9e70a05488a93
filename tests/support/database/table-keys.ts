import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { definePostgresFunctions } from '#platform/server/database/migrate.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** The text of every migration that both engines share, in order. */
export const migrations = readdirSync(folder)
  .filter((file) => file.endsWith('.sql') && !file.endsWith('.postgres.sql'))
  .toSorted()
  .map((file) => readFileSync(join(folder, file), 'utf8'))

interface Key {
  name: string
  columns: string[]
}

/** Every table that these migrations make, with its keys as SQLite tells them. */
export function schemaOf(files: readonly string[]) {
  const db = new DatabaseSync(':memory:')
  definePostgresFunctions(db)
  for (const text of files) db.exec(text)
  const ask = <Row>(text: string) => db.prepare(text).all() as Row[]
  const names = ask<{ name: string }>(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`)
  return names.map(({ name }) => {
    const columns = ask<{ name: string; pk: number }>(`pragma table_info("${name}")`)
    const primary = columns
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map((column) => column.name)
    const unique: Key[] = ask<{ name: string; unique: number; origin: string }>(`pragma index_list("${name}")`)
      .filter((index) => index.unique === 1 && index.origin !== 'pk')
      .map((index) => ({ name: index.name, columns: ask<{ name: string }>(`pragma index_info("${index.name}")`).map((one) => one.name) }))
    const foreign = Map.groupBy(
      ask<{ id: number; table: string; from: string; to: string }>(`pragma foreign_key_list("${name}")`),
      ({ id }) => id,
    )
    return { name, primary, unique, foreign: [...foreign.values()] }
  })
}
