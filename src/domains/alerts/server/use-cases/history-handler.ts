import { changeUndone } from '#domains/households/contract/index.ts'
import type { HistoryHandler } from '#domains/households/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { conflict } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { alertsReopened, alertsSnoozed } from '../../contract.ts'
import * as store from '../store.ts'

interface Snoozed {
  alertIds: string[]
  until: string
}

/** Describes snoozing, which hides alerts from every member. Resolving them one by one would fill the history. */
export const alertHistory: HistoryHandler = {
  names: [alertsSnoozed.name],
  async describe(q, householdId, changes) {
    const alertIds = changes.flatMap(({ payload }) => (payload as Snoozed).alertIds)
    const names = new Map((await store.findAlerts(q, householdId, alertIds)).map(({ id, name }) => [id, name]))
    const ingredientNames = ({ alertIds }: Snoozed) => [...new Set(alertIds.map((id) => names.get(id) ?? say`(deleted)`))].join(', ')
    return new Map(
      changes.map(({ seq, payload }) => {
        const snoozed = payload as Snoozed
        return [seq, say`Snoozed alerts until ${formatDate(snoozed.until, snoozed.until)}: ${ingredientNames(snoozed)}`]
      }),
    )
  },
  /** Leaves alerts that were resolved or snoozed again since. Throws 409 `undo_in_the_way` if that leaves none. */
  async undo(tx, member, change) {
    const { alertIds, until } = change.payload as Snoozed
    const reopened = await store.unsnoozeAlerts(tx, member.householdId, alertIds, until)
    if (reopened.length === 0) throw conflict('undo_in_the_way', 'Can’t undo: it has been changed since.')
    await recordChange(tx, member, alertsReopened, { alertIds: reopened, previousUntil: [until] })
    return recordChange(tx, member, changeUndone, { undoneSeq: change.seq })
  },
}
