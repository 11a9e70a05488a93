import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { storages } from '#domains/products/contract.ts'
import { SheetActions, storageWords, UnitSelect } from '#domains/products/web/index.ts'
import { ApiError, sentenceOf } from '#platform/web/call.ts'
import { currentSession } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { DateInput, Select, TextInput } from '#platform/web/ui/field.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { QuickDraft } from '../../rules/quick-add.ts'
import { type Added, offerTakeBack, putIn } from '../api/add-lot.ts'
import { inWords, NewLotForm } from './lot-form.ts'

interface Draft {
  key: string
  name: string
  quantity: string
  unit: string
  storage: string
  location: string
  expirationDate: string
  dateKind: string
  /** Something in it was guessed. */
  unsure: boolean
  complaint: { field: string; words: string } | null
}

const asDraft = (draft: QuickDraft, index: number): Draft => ({
  key: `${index} ${draft.text}`,
  name: draft.name,
  quantity: String(draft.quantity),
  unit: draft.unit,
  storage: draft.storage ?? '',
  location: draft.location ?? '',
  expirationDate: draft.expirationDate ?? '',
  dateKind: draft.dateKind ?? '',
  unsure: !draft.sure,
  complaint: null,
})

/** What was understood of a quick line, to be looked at and put in. Nothing is in stock before. */
export function DraftSheet({ drafts, onClose, onAdded }: { drafts: QuickDraft[] | null; onClose: () => void; onAdded: () => void }) {
  const shown = useRef(drafts)
  if (drafts !== null) shown.current = drafts
  return (
    <Dialog
      open={drafts !== null}
      onOpenChange={(open) => open || onClose()}
      title={t`Put these in?`}
      description={t`Check what was understood.`}
      size="large"
    >
      {shown.current === null ? null : (
        <Drafts key={shown.current.map(({ text }) => text).join()} drafts={shown.current} onClose={onClose} onAdded={onAdded} />
      )}
    </Dialog>
  )
}

function Drafts({ drafts, onClose, onAdded }: { drafts: QuickDraft[]; onClose: () => void; onAdded: () => void }) {
  const [rows, setRows] = useState(() => drafts.map(asDraft))
  const [busy, setBusy] = useState(false)
  const change = (key: string, part: Partial<Draft>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, complaint: null, ...part } : row)))

  const putAllIn = async () => {
    const read = rows.map((row) => ({ row, lot: NewLotForm.safeParse(fieldsOf(row), { error: inWords }) }))
    if (read.some(({ lot }) => !lot.success)) {
      setRows(read.map(({ row, lot }) => (lot.success ? row : { ...row, complaint: complaintOf(lot.error.issues[0]) })))
      return
    }
    setBusy(true)
    const added: Added[] = []
    const left: Draft[] = []
    // All of them go where the first one goes, even if the household is switched between two.
    const session = currentSession()
    // One after the other: two lines of the same new food must not both make it.
    for (const { row, lot } of read) {
      if (!lot.success) continue
      try {
        added.push(await putIn(lot.data, session))
      } catch (error) {
        const field = error instanceof ApiError ? (error.problem?.fields?.[0]?.path ?? 'ingredient.name') : 'ingredient.name'
        left.push({ ...row, complaint: { field, words: sentenceOf(error, t`Could not add ${row.name}`) } })
      }
    }
    setBusy(false)
    offerTakeBack(added)
    if (left.length > 0) return setRows(left)
    onAdded()
    onClose()
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
          <DraftRow
            key={row.key}
            row={row}
            onChange={(part) => change(row.key, part)}
            onRemove={() => (rows.length === 1 ? onClose() : setRows(rows.filter(({ key }) => key !== row.key)))}
          />
        ))}
      </ul>
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

const fieldsOf = (row: Draft) => ({
  ingredientId: '',
  ingredient: { name: row.name, category: '', parLevel: '' },
  quantity: row.quantity,
  unit: row.unit,
  // Left out, the food's usual place and storage are taken.
  ...(row.location === '' ? {} : { location: row.location }),
  storage: row.storage,
  expirationDate: row.expirationDate,
  dateKind: row.dateKind,
  purchasePrice: '',
  isOpened: false,
  isShared: false,
  barcode: '',
})

const complaintOf = (issue: { path: PropertyKey[]; message: string } | undefined) => ({
  field: issue?.path.join('.') ?? '',
  words: issue?.message ?? t`Please check this.`,
})

function DraftRow({ row, onChange, onRemove }: { row: Draft; onChange: (part: Partial<Draft>) => void; onRemove: () => void }) {
  const wrong = (...fields: string[]) => (row.complaint && fields.includes(row.complaint.field) ? row.complaint.words : undefined)
  const elsewhere =
    row.complaint && !['ingredient.name', 'quantity', 'unit', 'storage', 'expirationDate'].includes(row.complaint.field)
      ? row.complaint.words
      : undefined
  return (
    <li className="py-4 first:pt-0">
      <div className="flex items-end gap-2">
        <TextInput
          label={t`Food`}
          aside={
            row.unsure ? (
              <Badge tone="soon">
                <Trans>Please check</Trans>
              </Badge>
            ) : undefined
          }
          value={row.name}
          onChange={(event) => onChange({ name: event.target.value })}
          error={wrong('ingredient.name') ?? elsewhere}
          autoComplete="off"
          className="flex-1"
        />
        <IconButton label={t`Leave out ${row.name || 'this'}`} icon={<X aria-hidden="true" />} onClick={onRemove} className="mb-px" />
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_1.2fr_1.4fr]">
        <TextInput
          label={t`Quantity`}
          inputMode="decimal"
          value={row.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
          error={wrong('quantity')}
          autoComplete="off"
        />
        <UnitSelect value={row.unit} onChange={(event) => onChange({ unit: event.target.value })} error={wrong('unit')} />
        <Select
          label={t`Storage`}
          value={row.storage}
          onChange={(event) => onChange({ storage: event.target.value, location: '' })}
          error={wrong('storage')}
        >
          <option value="">{row.location || t`Usual place`}</option>
          {storages.map((storage) => (
            <option key={storage} value={storage}>
              {storageWords[storage]}
            </option>
          ))}
        </Select>
        <DateInput
          label={t`Expires`}
          value={row.expirationDate}
          onChange={(event) => onChange({ expirationDate: event.target.value })}
          error={wrong('expirationDate')}
        />
      </div>
    </li>
  )
}
