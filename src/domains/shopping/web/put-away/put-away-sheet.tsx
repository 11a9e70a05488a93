import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PackageCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { EmptyState } from '#platform/web/ui/load-states.tsx'
import { StickyFormButtons } from '#platform/web/ui/sticky-form-buttons.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import type { PutAwayChoice } from '../../rules/list-changes.ts'
import { useChosenList } from '../api/chosen-list.ts'
import { clear, putAway } from '../api/list-mutation.ts'
import { usePutAwayDrafts } from '../api/requests.ts'
import { choiceOf, type PutAwayEdit, PutAwayRow, toPutAwayEdit, withPurchase } from './put-away-row.tsx'
import { ReceiptPrices } from './receipt-prices.tsx'
import { usePutAwayStore } from './use-put-away-store.tsx'
import { useReceipts } from './use-receipts.ts'

/** Adds the checked rows to the inventory, or just clears them from the list. */
export function PutAwaySheet({
  open,
  checked,
  onClose,
  onDone,
}: {
  open: boolean
  checked: readonly ShoppingItem[]
  onClose: () => void
  onDone?: () => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t`Put away?`}
      description={
        checked.length === 0
          ? undefined
          : plural(checked.length, {
              one: 'The checked item will be added to your inventory in its usual place.',
              other: 'The # checked items will be added to your inventory in their usual places.',
            })
      }
      size="medium"
    >
      {open ? <Drafts checked={checked} onClose={onClose} onDone={onDone} /> : null}
    </Dialog>
  )
}

interface Edits {
  /** What was changed by hand, by row. */
  edits: Partial<Record<string, Partial<PutAwayEdit>>>
  leftOut: string[]
}

function Drafts({ checked, onClose, onDone }: { checked: readonly ShoppingItem[]; onClose: () => void; onDone: (() => void) | undefined }) {
  const { data, isPending } = usePutAwayDrafts(useChosenList().chosen?.id ?? null, true)
  // Only what differs from the drafts, which may arrive later.
  const { control, setValue, submit } = useForm({ fieldsOf: (): Edits => ({ edits: {}, leftOut: [] }), onClose })
  const [edits, leftOut] = useWatch({ control, name: ['edits', 'leftOut'] })
  const drafts = useMemo(() => new Map((data ?? []).map((draft) => [draft.id, draft])), [data])
  const rows = checked.filter(({ id }) => !leftOut.includes(id))
  const receipts = useReceipts(rows)
  const { purchases } = receipts
  const store = usePutAwayStore(rows.map(({ id }) => purchases.get(id)?.storeId ?? drafts.get(id)?.storeId))

  if (checked.length === 0) {
    return (
      <EmptyState icon={PackageCheck} title={t`Nothing is checked`}>
        <Trans>Check off what’s in your cart, then put it away.</Trans>
      </EmptyState>
    )
  }
  const edited = rows.map((item) => ({
    item,
    edit: { ...withPurchase(toPutAwayEdit(item, drafts.get(item.id)), purchases.get(item.id)), ...edits[item.id] },
    isPriceKnown: purchases.has(item.id) || edits[item.id]?.price !== undefined,
  }))
  const choices = edited.map(({ item, edit, isPriceKnown }) => {
    const choice = choiceOf(item, edit, drafts.get(item.id))
    // The last price anywhere is no price of this store.
    if (!isPriceKnown && choice?.purchasePrice !== undefined) return { ...choice, storeId: null }
    const onReceipt = store.storeId === undefined ? purchases.get(item.id)?.storeId : undefined
    return choice && onReceipt ? { ...choice, storeId: onReceipt } : choice
  })
  const isReady = choices.every((choice) => choice !== null)
  const finish = (work: () => void) => {
    work()
    onClose()
    onDone?.()
  }
  const save = submit(
    () => {
      const all = choices.filter((choice): choice is PutAwayChoice => choice !== null)
      if (!isReady || all.length === 0) return
      receipts.learn()
      finish(() => putAway(rows, all, store))
    },
    () => t`Failed to update item`,
  )
  return (
    <form noValidate onSubmit={save}>
      <ReceiptPrices rows={rows} receipts={receipts} />
      {store.select && <div className="mb-4 max-w-xs">{store.select}</div>}
      <ul aria-label={t`To put away`} className="divide-y divide-line border-y border-line">
        {edited.map(({ item, edit }) => (
          <PutAwayRow
            key={item.id}
            item={item}
            edit={edit}
            draft={drafts.get(item.id)}
            isLoading={isPending}
            onEdit={(next) => setValue(`edits.${item.id}`, { ...edits[item.id], ...next }, { shouldDirty: true })}
            onLeaveOut={() => setValue('leftOut', [...leftOut, item.id])}
          />
        ))}
      </ul>
      <StickyFormButtons>
        <Button variant="quiet" onClick={() => finish(() => clear(checked))} className="max-sm:flex-1">
          <Trans>Just clear</Trans>
        </Button>
        <Button type="submit" disabled={!isReady || rows.length === 0} className="max-sm:flex-[2]">
          {plural(rows.length, { one: 'Put away # item', other: 'Put away # items' })}
        </Button>
      </StickyFormButtons>
    </form>
  )
}
