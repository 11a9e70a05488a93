import type { RowIntent } from '#platform/web/sync/pending-row-change.ts'
import type { ReplyHandler } from '#platform/web/sync/sender.ts'
import type { RecurringItem } from '../../contract/index.ts'

/** Only an amount that followed its row, which no one was told about. */
const isAmountOnly = ({ to }: RowIntent<RecurringItem>) =>
  to !== null && Object.keys(to).every((key) => key === 'suggestedQuantity' || key === 'unit')

/** An amount that followed its row needn't be reported once what repeats has ended. */
export const recurringReplyHandler: ReplyHandler = {
  answered: (intent) => ({ intent }),
  settled(intent, { status }) {
    const change = intent as RowIntent<RecurringItem>
    return status === 404 && isAmountOnly(change) ? { intent: { id: change.id, to: null } } : undefined
  },
}
