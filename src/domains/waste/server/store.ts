import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { WasteTables } from './tables.ts'

export type ActionRow = WasteTables['waste_actions']

export const insertAction = (tx: Transaction, row: ActionRow) => tx.on<WasteTables>().insertInto('waste_actions').values(row).execute()

/** Returns the actions since a day that weren't undone, oldest first. */
export const actionsSince = (q: Reader, householdId: HouseholdId, first: CalendarDate): Promise<ActionRow[]> =>
  q.rows(
    `select * from waste_actions where household_id = ? and taken_on >= ?
       and not exists (select 1 from changes where changes.household_id = waste_actions.household_id and changes.seq = waste_actions.seq
         and changes.undone_by is not null)
     order by seq`,
    [householdId, first],
  )
