import { t } from '@lingui/core/macro'
import { useToday } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { findRecurring, repeatItem, stopRepeating, useRecurringItems } from '../api/recurring-items.ts'
import { IntervalSelect } from './interval-select.tsx'

/** Sets how often a row comes back to the list. Takes effect at once, with Undo. */
export function RepeatRow({ item }: { item: ShoppingItem }) {
  const { items } = useRecurringItems()
  const today = useToday()
  const known = findRecurring(items, item)
  return (
    <div className="mb-4">
      <IntervalSelect
        label={t`Repeat`}
        every={known?.every ?? null}
        onEvery={(every) => {
          const done = every ? repeatItem(item, every, { known, today }) : known ? stopRepeating(known) : Promise.resolve()
          void done.catch((error: unknown) => toast.fail(errorMessage(error, t`Failed to update item`)))
        }}
      />
    </div>
  )
}
