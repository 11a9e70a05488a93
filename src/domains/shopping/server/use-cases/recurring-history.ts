import type { HistoryHandler } from '#domains/households/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { describeInterval } from '../../rules/describe-cause.ts'
import { findRecurring } from '../store/recurring-items.ts'
import { everyOf, undoRecurringChange } from './recurring-items.ts'

function sentence(event: string, name: string, interval: string): string {
  switch (event) {
    case contract.recurringItemAdded.name:
      return say`Set ${name} to repeat: ${interval}`
    case contract.recurringItemEnded.name:
      return say`Stopped repeating ${name}`
    default:
      return say`Changed how ${name} repeats: ${interval}`
  }
}

export const recurringHistory: HistoryHandler = {
  names: [contract.recurringItemAdded.name, contract.recurringItemChanged.name, contract.recurringItemEnded.name],
  async describe(q, householdId, changes) {
    const idOf = (payload: unknown) => (payload as { recurringId: string }).recurringId
    const rows = new Map(
      (
        await findRecurring(
          q,
          householdId,
          changes.map(({ payload }) => idOf(payload)),
        )
      ).map((row) => [row.id, row]),
    )
    return new Map(
      changes.map(({ seq, name, payload }) => {
        const row = rows.get(idOf(payload))
        return [seq, row ? sentence(name, row.name, describeInterval(everyOf(row))) : say`a deleted item`]
      }),
    )
  },
  undo: undoRecurringChange,
}
