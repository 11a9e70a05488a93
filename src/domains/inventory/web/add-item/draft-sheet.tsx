import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { storages } from '#domains/ingredients/contract/index.ts'
import { storageWords, UnitSelect } from '#domains/ingredients/web/index.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { DateInput, formatNumberInput, Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import type { QuickDraft } from '../../rules/quick-add.ts'
import { blankLot, formErrorMap, NewLotForm } from '../lot-sheet/lot-form.ts'
import { type DraftRow, ReviewRowsForm } from './review-rows-form.tsx'

interface Draft extends DraftRow {
  quantity: string
  unit: string
  storage: string
  location: string
  expirationDate: string
  dateKind: string
}

const asDraft = (draft: QuickDraft, index: number): Draft => ({
  key: `${index} ${draft.text}`,
  name: draft.name,
  quantity: formatNumberInput(draft.quantity),
  unit: draft.unit,
  storage: draft.storage ?? '',
  location: draft.location ?? '',
  expirationDate: draft.expirationDate ?? '',
  dateKind: draft.dateKind ?? '',
  unsure: !draft.sure,
  complaint: null,
})

/** Shows the items read from a quick-add line, to review before adding them. */
export function DraftSheet({ drafts, onClose, onAdded }: { drafts: QuickDraft[] | null; onClose: () => void; onAdded: () => void }) {
  const shown = useRef(drafts)
  if (drafts !== null) shown.current = drafts
  return (
    <Dialog
      open={drafts !== null}
      onOpenChange={(open) => open || onClose()}
      title={t`Add these items?`}
      description={t`Check the details before adding.`}
      size="large"
    >
      {shown.current === null ? null : (
        <Drafts key={shown.current.map(({ text }) => text).join()} drafts={shown.current} onClose={onClose} onDone={onAdded} />
      )}
    </Dialog>
  )
}

function Drafts({ drafts, ...ends }: { drafts: QuickDraft[]; onClose: () => void; onDone: () => void }) {
  return (
    <ReviewRowsForm
      start={() => drafts.map(asDraft)}
      read={(row) => {
        const { success, data, error } = NewLotForm.safeParse(fieldsOf(row), { error: formErrorMap })
        const [issue] = error?.issues ?? []
        return success ? { lot: data } : { complaint: { field: issue?.path.join('.') ?? '', words: issue?.message ?? t`Check this.` } }
      }}
      fieldNames={['quantity', 'unit', 'storage', 'expirationDate']}
      fields={(row, change, wrong) => (
        <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_1.2fr_1.4fr]">
          <TextInput
            label={t`Quantity`}
            inputMode="decimal"
            value={row.quantity}
            onChange={(event) => change({ quantity: event.target.value })}
            error={wrong('quantity')}
            autoComplete="off"
          />
          <UnitSelect value={row.unit} onChange={(event) => change({ unit: event.target.value })} error={wrong('unit')} />
          <Select
            label={t`Storage`}
            value={row.storage}
            onChange={(event) => change({ storage: event.target.value, location: '' })}
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
            onChange={(event) => change({ expirationDate: event.target.value })}
            error={wrong('expirationDate')}
          />
        </div>
      )}
      {...ends}
    />
  )
}

const fieldsOf = (row: Draft) => ({
  ...blankLot,
  ingredient: { ...blankLot.ingredient, name: row.name },
  quantity: row.quantity,
  unit: row.unit,
  location: row.location,
  storage: row.storage,
  expirationDate: row.expirationDate,
  dateKind: row.dateKind,
})
