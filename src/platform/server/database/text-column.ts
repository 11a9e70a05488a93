import { sql } from 'kysely'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { padInList } from './compiled-query-cache.ts'
import type { Reader, Transaction } from './index.ts'

/** Rows that had a text before a replacement. `ids` is null if all rows with the new text had it. */
interface Replaced {
  text: string
  ids: string[] | null
}

/** Replaces a text in one column of a table, whose rows have an id, a version and the time of their last change. */
export interface TextColumn {
  /** Identifies the column among others. */
  readonly name: string
  /** Replaces a text in whatever case and accents it is written. Returns what `restore` needs. */
  replace(tx: Transaction, householdId: HouseholdId, from: string, to: string, at: string): Promise<Replaced[]>
  /** Puts the former texts back. Rows that got the new text since follow, unless others had it before. */
  restore(tx: Transaction, householdId: HouseholdId, replaced: readonly Replaced[], to: string, at: string): Promise<void>
}

/** Few enough for one statement. */
const maxIds = 1024

export function textColumn(table: string, column: string): TextColumn {
  const text = sql.ref<string>(column)
  // Any table has these columns.
  const on = (q: Reader) => q.on<Record<string, { household_id: string; id: string; version: number; updated_at: string }>>()
  const update = (tx: Transaction, householdId: HouseholdId, from: string, to: string, at: string) =>
    on(tx)
      .updateTable(table)
      .set({ [column]: to, updated_at: at, version: sql`version + 1` })
      .where('household_id', '=', householdId)
      .where(text, '=', from)
  return {
    name: `${table}.${column}`,
    async replace(tx, householdId, from, to, at) {
      const rows = await on(tx).selectFrom(table).select(text.as('text')).distinct().where('household_id', '=', householdId).execute()
      const texts = rows.flatMap((row) => (typeof row.text === 'string' && row.text !== '' ? [row.text] : []))
      const found = texts.filter((one) => one !== to && nameKey(one) === nameKey(from))
      const isAlone = found.length === 1 && !texts.includes(to)
      const replaced: Replaced[] = []
      for (const one of found) {
        const query = update(tx, householdId, one, to, at)
        if (!isAlone) replaced.push({ text: one, ids: (await query.returning('id').execute()).map(({ id }) => id) })
        else {
          await query.execute()
          replaced.push({ text: one, ids: null })
        }
      }
      return replaced
    },
    async restore(tx, householdId, replaced, to, at) {
      for (const { text: former, ids } of replaced) {
        const query = update(tx, householdId, to, former, at)
        if (ids === null) await query.execute()
        for (let start = 0; start < (ids ?? []).length; start += maxIds)
          await query.where('id', 'in', padInList((ids ?? []).slice(start, start + maxIds))).execute()
      }
    },
  }
}
