import { ingredientReferences } from '#domains/ingredients/server/index.ts'
import { isNotUndoneSql } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { WasteTables } from './tables.ts'

export type ActionRow = WasteTables['waste_actions']

export const insertAction = (tx: Transaction, row: ActionRow) => tx.on<WasteTables>().insertInto('waste_actions').values(row).execute()

/** Returns the actions since a day that weren't undone, oldest first. */
export const actionsSince = (q: Reader, householdId: HouseholdId, first: CalendarDate): Promise<ActionRow[]> =>
  q
    .on<WasteTables>()
    .selectFrom('waste_actions')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('taken_on', '>=', first)
    .where(isNotUndoneSql('waste_actions'))
    .orderBy('seq')
    .execute()

export const wasteActionReferences = ingredientReferences('waste_actions', 'seq')
