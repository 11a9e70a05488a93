import { changeUndone } from '#domains/households/contract/index.ts'
import type { HistoryDescriber } from '#domains/households/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import { formatShortDate, say } from '#platform/shared/say.ts'
import { alertsReopened, alertsSnoozed } from '../../contract.ts'
import * as store from '../store.ts'

interface Snoozed {
  alertIds: string[]
  until: string
}

/** Describes snoozing, which hides alerts from every member. Resolving them one by one would fill the history. */
export const alertHistoryDescriber: HistoryDescriber = {
  names: [alertsSnoozed.name],
  async describe(q, householdId, changes) {
    const alertIds = changes.flatMap(({ payload }) => (payload as Snoozed).alertIds)
    const names = new Map((await store.findAlerts(q, householdId, alertIds)).map(({ id, name }) => [id, name]))
    const foodsOf = ({ alertIds }: Snoozed) => [...new Set(alertIds.map((id) => names.get(id) ?? say`(deleted)`))].join(', ')
    return new Map(
      changes.map(({ seq, payload }) => {
        const snoozed = payload as Snoozed
        return [seq, say`Snoozed alerts until ${formatShortDate(snoozed.until, snoozed.until)}: ${foodsOf(snoozed)}`]
      }),
    )
  },
  async undo(tx, member, change) {
    const { alertIds } = change.payload as Snoozed
    const reopened = await store.reopenAlerts(tx, member.householdId, alertIds)
    if (reopened.length > 0) await recordChange(tx, member, alertsReopened, { alertIds: reopened })
    return recordChange(tx, member, changeUndone, { undoneSeq: change.seq })
  },
}
