import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { UnitSelect } from '#domains/ingredients/web/index.ts'
import { type DraftRow, loadStockActions, type RowReading } from '#domains/inventory/web/index.ts'
import { StoreSelect, useAtStore, useStores } from '#domains/stores/web/index.ts'
import { Unit } from '#platform/shared/units.ts'
import { call } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { formatNumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { Spinner } from '#platform/web/ui/progress.tsx'
import { learnReceiptNames, type ReceiptDraft, type ReceiptReading } from '../../contract.ts'
import { DropArea } from '../scan-photo/scan-dialog.tsx'
import { useReceiptReading } from './use-receipt-reading.ts'

/** Reads a photo of a receipt, at once if it is already chosen, into lines to review. Nothing is added until the user confirms. */
export function ReceiptDialog({ open, picture, onClose }: { open: boolean; picture: File | null; onClose: () => void }) {
  const [reading, setReading] = useState<ReceiptReading | null>(null)
  const { isReading, failure, read, clearFailure } = useReceiptReading(setReading)
  const close = () => {
    setReading(null)
    clearFailure()
    onClose()
  }
  const readChosen = useEffectEvent(read)
  useEffect(() => {
    if (open && picture) readChosen(picture)
  }, [open, picture])
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={t`Receipt`}
      description={reading ? t`Check the details. Nothing is added until you confirm.` : undefined}
      size={reading ? 'large' : 'medium'}
    >
      {reading ? (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <Lines reading={reading} onClose={close} />
        </Suspense>
      ) : (
        <div className="space-y-4">
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          {isReading ? (
            <p role="status" className="flex min-h-56 items-center justify-center gap-3 text-ink-soft">
              <Spinner />
              <Trans>Reading the receipt...</Trans>
            </p>
          ) : (
            <DropArea onChoose={read} />
          )}
          <p className="text-sm text-ink-soft">
            <Trans>The whole receipt, flat and in good light. JPEG, PNG or WebP, under 10 MB.</Trans>
          </p>
        </div>
      )}
    </Dialog>
  )
}

interface Row extends DraftRow {
  draft: ReceiptDraft
  quantity: string
  unit: Unit
  price: string
}
const rowOf = (draft: ReceiptDraft, at: number): Row => ({
  key: `${at} ${draft.text}`,
  draft,
  name: draft.name,
  unsure: draft.ingredientId === null,
  print: draft.text,
  quantity: formatNumberInput(draft.quantity),
  unit: draft.unit,
  price: draft.price === null ? '' : draft.price.toFixed(2),
})

/** A line whose name wasn't edited keeps its ingredient. */
function lotOf({ draft, name, unit, ...row }: Row): RowReading {
  const [quantity, price, typed] = [parseNumber(row.quantity), parseNumber(row.price), name.trim()]
  if (typed === '') return { wrong: { field: 'ingredient.name', message: t`Enter a name.` } }
  if (quantity === null || !(quantity > 0)) return { wrong: { field: 'quantity', message: t`Enter an amount.` } }
  if (price !== null && !(price >= 0)) return { wrong: { field: 'purchasePrice', message: t`Enter a valid price.` } }
  const ingredient =
    draft.ingredientId !== null && typed === draft.name ? { ingredientId: draft.ingredientId } : { ingredient: { name: typed } }
  return { lot: { ...ingredient, quantity, unit, purchasePrice: price } }
}

const ReceiptRows = lazy(async () => {
  const { ReviewRowsForm: RowsForm } = await (await loadStockActions()).loadRowsForm()
  return { default: RowsForm<Row> }
})

function Lines({ reading: { lines, total, storeId: found }, onClose }: { reading: ReceiptReading; onClose: () => void }) {
  const stores = useStores()
  const at = useAtStore(stores)
  const [chosen, setChosen] = useState<string | null>(null)
  const storeId = chosen ?? found ?? at?.id ?? ''
  const read = (row: Row): RowReading => {
    const reading = lotOf(row)
    return 'lot' in reading && storeId !== '' ? { lot: { ...reading.lot, storeId } } : reading
  }
  const money = useMoney()
  const printed = total === null ? null : money(total)
  return (
    <ReceiptRows
      start={() => lines.map(rowOf)}
      read={read}
      fieldNames={['quantity', 'unit', 'purchasePrice']}
      fields={(row, change, errorOf) => (
        <div className="mt-3 grid grid-cols-3 gap-3">
          <TextInput
            label={t`Quantity`}
            inputMode="decimal"
            value={row.quantity}
            onChange={(event) => change({ quantity: event.target.value })}
            error={errorOf('quantity')}
            autoComplete="off"
          />
          <UnitSelect
            value={row.unit}
            onChange={(event) => change({ unit: Unit.catch('each').parse(event.target.value) })}
            error={errorOf('unit')}
          />
          <TextInput
            label={t`Price paid`}
            inputMode="decimal"
            value={row.price}
            onChange={(event) => change({ price: event.target.value })}
            error={errorOf('purchasePrice')}
            autoComplete="off"
          />
        </div>
      )}
      foot={(rows) => {
        const sum = money(rows.reduce((all, row) => all + (parseNumber(row.price) || 0), 0))
        return (
          <div className="space-y-3">
            <p role="status" className="figures text-sm text-ink-soft">
              {printed === null ? (
                <Trans>Total: {sum}</Trans>
              ) : (
                <Trans>
                  Total: {sum}. The receipt says {printed}.
                </Trans>
              )}
            </p>
            {stores.length > 0 ? <StoreSelect stores={stores} value={storeId} onChange={setChosen} /> : null}
          </div>
        )
      }}
      onAdded={async (added, { household }) => {
        const names = added.map(({ row, lot }) => ({ text: row.draft.text, ingredientId: lot.lot.ingredient.id }))
        // The lots are saved; a name that couldn't be saved is asked for next time.
        await call(learnReceiptNames, { body: { names }, household }).catch(() => {})
      }}
      onClose={onClose}
    />
  )
}
