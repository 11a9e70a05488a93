import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { stockActs } from '#domains/inventory/web/index.ts'
import { SheetActions, UnitSelect } from '#domains/products/web/index.ts'
import { Unit } from '#platform/contract/units.ts'
import { call, sentenceOf, upload } from '#platform/web/call.ts'
import { currentLocale } from '#platform/web/language.ts'
import { currentSession } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { readNumber, TextInput } from '#platform/web/ui/field.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Spinner } from '#platform/web/ui/progress.tsx'
import { learnReceiptNames, type ReceiptDraft, type ReceiptReading, readReceiptPhoto } from '../../contract/receipt.ts'
import { imageProblem } from '../api.ts'
import { DropArea } from './scan-dialog.tsx'

/** A photo of a receipt, and what was understood of it to be looked at. Nothing is in stock before somebody says so. */
export function ReceiptDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [reading, setReading] = useState<ReceiptReading | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => {
    setReading(null)
    setFailure(null)
    onClose()
  }
  const read = async (file: File | undefined) => {
    const problem = file && imageProblem(file)
    setFailure(problem ?? null)
    if (!file || problem) return
    setBusy(true)
    const form = new FormData()
    form.set('image', file, file.name)
    try {
      const found = await upload(readReceiptPhoto, form)
      if (found.lines.length > 0) setReading(found)
      else setFailure(t`No bought things could be read. Lay the receipt flat and take the picture from straight above.`)
    } catch (error) {
      setFailure(sentenceOf(error, t`Failed to process image`))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={t`Receipt`}
      description={reading ? t`Check what was understood. Nothing is put in before you say so.` : undefined}
      size={reading ? 'large' : 'medium'}
    >
      {reading ? (
        <Lines reading={reading} onClose={close} />
      ) : (
        <div className="space-y-4">
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          {busy ? (
            <p role="status" className="flex min-h-56 items-center justify-center gap-3 text-ink-soft">
              <Spinner />
              <Trans>Reading the receipt...</Trans>
            </p>
          ) : (
            <DropArea onChoose={(file) => void read(file)} />
          )}
          <p className="text-sm text-ink-soft">
            <Trans>The whole receipt, flat and in good light. JPEG, PNG or WebP, under 10 MB.</Trans>
          </p>
        </div>
      )}
    </Dialog>
  )
}

interface Row {
  key: string
  draft: ReceiptDraft
  name: string
  quantity: string
  unit: Unit
  price: string
  trouble: { field: 'name' | 'quantity' | 'price'; words: string } | null
}
const rowOf = (draft: ReceiptDraft, at: number): Row => ({
  key: `${at} ${draft.text}`,
  draft,
  name: draft.name,
  quantity: String(draft.quantity),
  unit: draft.unit,
  price: draft.price === null ? '' : draft.price.toFixed(2),
  trouble: null,
})

function troubleIn(row: Row): Row['trouble'] {
  const [quantity, price] = [readNumber(row.quantity), readNumber(row.price)]
  if (row.name.trim() === '') return { field: 'name', words: t`Please enter a name.` }
  if (quantity === null || !(quantity > 0)) return { field: 'quantity', words: t`How much is it?` }
  return price === null || price >= 0 ? null : { field: 'price', words: t`That is no price.` }
}

function Lines({ reading: { lines, total }, onClose }: { reading: ReceiptReading; onClose: () => void }) {
  const [rows, setRows] = useState(() => lines.map(rowOf))
  const [busy, setBusy] = useState(false)
  const currency = useActiveHousehold()?.currency ?? 'USD'
  const money = (value: number) =>
    new Intl.NumberFormat(currentLocale(), { style: 'currency', currencyDisplay: 'narrowSymbol', currency }).format(value)
  const sum = money(rows.reduce((all, row) => all + (readNumber(row.price) || 0), 0))
  const printed = total === null ? null : money(total)
  const change = (key: string, part: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, trouble: null, ...part } : row)))

  const putAllIn = async () => {
    const judged = rows.map((row) => ({ ...row, trouble: troubleIn(row) }))
    if (judged.some(({ trouble }) => trouble)) return setRows(judged)
    setBusy(true)
    const { putIn, offerTakeBack } = await stockActs()
    // All of them go where the first one goes, even if the household is switched between two; two lines of one new food must not both make it.
    const session = currentSession()
    const added: Awaited<ReturnType<typeof putIn>>[] = []
    const names: { text: string; ingredientId: string }[] = []
    const left: Row[] = []
    for (const row of rows) {
      const { draft, unit } = row
      const isSame = draft.ingredientId !== null && row.name.trim() === draft.name
      const food = isSame && draft.ingredientId !== null ? { ingredientId: draft.ingredientId } : { ingredient: { name: row.name.trim() } }
      try {
        const one = await putIn({ ...food, quantity: readNumber(row.quantity) ?? 1, unit, purchasePrice: readNumber(row.price) }, session)
        added.push(one)
        names.push({ text: draft.text, ingredientId: one.lot.ingredient.id })
      } catch (error) {
        left.push({ ...row, trouble: { field: 'name', words: sentenceOf(error, t`Could not add ${row.name}`) } })
      }
    }
    // What was put in is in; a name that was not remembered is asked for again.
    if (names.length > 0) await call(learnReceiptNames, { body: { names }, household: session.household }).catch(() => {})
    setBusy(false)
    offerTakeBack(added)
    if (left.length > 0) setRows(left)
    else onClose()
  }

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void putAllIn()
      }}
    >
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <LineRow
            key={row.key}
            row={row}
            onChange={(part) => change(row.key, part)}
            onRemove={() => (rows.length === 1 ? onClose() : setRows(rows.filter(({ key }) => key !== row.key)))}
          />
        ))}
      </ul>
      <p role="status" className="figures text-sm text-ink-soft">
        {printed === null ? (
          <Trans>Sum of these: {sum}</Trans>
        ) : (
          <Trans>
            Sum of these: {sum}. The receipt says {printed}.
          </Trans>
        )}
      </p>
      <SheetActions>
        <Button variant="quiet" onClick={onClose} className="max-sm:flex-1">
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={busy} busyLabel={t`Adding...`} className="max-sm:flex-[2]">
          {plural(rows.length, { one: 'Add # item', other: 'Add # items' })}
        </Button>
      </SheetActions>
    </form>
  )
}

function LineRow({ row, onChange, onRemove }: { row: Row; onChange: (part: Partial<Row>) => void; onRemove: () => void }) {
  const { draft, trouble } = row
  const wrong = (field: string) => (trouble?.field === field ? trouble.words : undefined)
  const said = row.name || draft.text
  return (
    <li className="py-4 first:pt-0">
      <div className="flex items-end gap-2">
        <TextInput
          label={t`Food`}
          hint={draft.text}
          aside={
            draft.ingredientId === null ? (
              <Badge tone="soon">
                <Trans>Please check</Trans>
              </Badge>
            ) : undefined
          }
          value={row.name}
          onChange={(event) => onChange({ name: event.target.value })}
          error={wrong('name')}
          maxLength={120}
          autoComplete="off"
          className="flex-1"
        />
        <IconButton label={t`Leave out ${said}`} icon={<X aria-hidden="true" />} onClick={onRemove} className="mb-px self-center" />
      </div>
      <div className="mt-3 grid grid-cols-3 gap-3">
        <TextInput
          label={t`Quantity`}
          inputMode="decimal"
          value={row.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
          error={wrong('quantity')}
          autoComplete="off"
        />
        <UnitSelect value={row.unit} onChange={(event) => onChange({ unit: Unit.catch('each').parse(event.target.value) })} />
        <TextInput
          label={t`Price paid`}
          inputMode="decimal"
          value={row.price}
          onChange={(event) => onChange({ price: event.target.value })}
          error={wrong('price')}
          autoComplete="off"
        />
      </div>
    </li>
  )
}
