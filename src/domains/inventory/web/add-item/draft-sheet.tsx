import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { type Ingredient, storages } from '#domains/ingredients/contract/index.ts'
import { IngredientGlyph, locationText, storageWords, UnitSelect, useBuiltInFoods } from '#domains/ingredients/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { capitalizeName } from '#platform/shared/capitalize-name.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { formatNumberInput } from '#platform/web/ui/number-input.tsx'
import { expirationOfNew } from '../../rules/effective-expiration.ts'
import { locationFor } from '../../rules/locations.ts'
import type { QuickDraft } from '../../rules/quick-add.ts'
import { blankLot, formErrorMap, NewLotFormSchema } from '../lot-sheet/lot-form.ts'
import { type DraftRow, ReviewRowsForm } from './review-rows-form.tsx'

/** Returns what is known of an ingredient by name, or null. */
type KnownIngredient = Pick<Ingredient, 'category' | 'defaultStorage' | 'defaultLocation' | 'shelfLife'>
type FindKnown = (name: string) => KnownIngredient | null

interface Draft extends DraftRow {
  quantity: string
  unit: string
  storage: string
  location: string
  expirationDate: string
  dateKind: string
}

/** `isKnown`: the household has the ingredient, so the server takes its name. */
const asDraft = (draft: QuickDraft, index: number, isKnown: boolean): Draft => ({
  key: `${index} ${draft.text}`,
  name: isKnown ? draft.name : capitalizeName(draft.name, currentLanguage()),
  quantity: formatNumberInput(draft.quantity),
  unit: draft.unit,
  storage: draft.storage ?? '',
  location: draft.location ?? '',
  expirationDate: draft.expirationDate ?? '',
  dateKind: draft.dateKind ?? '',
  unsure: !draft.sure,
})

interface DraftSheetProps {
  drafts: QuickDraft[] | null
  /** Finds an ingredient of the household. */
  findKnown: FindKnown
  onClose: () => void
  onAdded: () => void
}

/** Shows the items read from a quick-add line, to review before adding them. */
export function DraftSheet({ drafts, findKnown, onClose, onAdded }: DraftSheetProps) {
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
        <Drafts
          key={shown.current.map(({ text }) => text).join()}
          drafts={shown.current}
          findKnown={findKnown}
          onClose={onClose}
          onDone={onAdded}
        />
      )}
    </Dialog>
  )
}

function Drafts({
  drafts,
  findKnown,
  ...ends
}: Pick<DraftSheetProps, 'findKnown' | 'onClose'> & { drafts: QuickDraft[]; onDone: () => void }) {
  const today = useToday()
  const builtInFoodOf = useBuiltInFoods()
  const knownOf = (name: string): KnownIngredient | null => {
    const builtIn = findKnown(name) ? null : builtInFoodOf(name)
    return builtIn ? { ...builtIn, defaultLocation: '' } : findKnown(name)
  }
  return (
    <ReviewRowsForm
      start={() => drafts.map((draft, index) => asDraft(draft, index, findKnown(draft.name) !== null))}
      read={(row) => {
        const { success, data, error } = NewLotFormSchema.safeParse(fieldsOf(row), { error: formErrorMap })
        const [issue] = error?.issues ?? []
        return success ? { lot: data } : { wrong: { field: issue?.path.join('.') ?? '', message: issue?.message ?? t`Check this.` } }
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
            className="max-sm:col-span-2"
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
            today={today}
            className="max-sm:col-span-2"
            label={t`Expires`}
            value={row.expirationDate}
            onChange={(event) => change({ expirationDate: event.target.value })}
            error={wrong('expirationDate')}
          />
        </div>
      )}
      summary={(row) => <Summary row={row} known={knownOf(row.name)} />}
      {...ends}
    />
  )
}

/** An item in one line: its amount, place and date, as the server will set them. */
function Summary({ row, known }: { row: Draft; known: KnownIngredient | null }) {
  const { show } = useQuantityFormatter()
  const today = useToday()
  const { success, data } = NewLotFormSchema.safeParse(fieldsOf(row))
  if (!success) return <span className="min-w-0 flex-1">{row.name}</span>
  const { quantity, unit, expirationDate = null, dateKind = null } = data
  const storage = data.storage ?? known?.defaultStorage ?? 'PANTRY'
  const location = locationFor(storage, data.location, storage === known?.defaultStorage ? known.defaultLocation : '')
  const expiration = known && expirationOfNew({ storage, expirationDate, dateKind, isOpened: false, shelfLife: known.shelfLife }, today)
  const date = expiration?.date ?? expirationDate
  const until = date && `${expiration?.isEstimate ? '~' : ''}${formatDate(date, today)}`
  return (
    <>
      <IngredientGlyph name={row.name} category={known?.category ?? 'Other'} size="small" />
      <span className="min-w-0 flex-1">
        <span className="display block truncate text-lg leading-snug">{row.name}</span>
        <span className="figures block text-sm text-ink-soft">
          {[show(quantity, unit), locationText({ location, storage }), until].filter(Boolean).join(' · ')}
        </span>
      </span>
    </>
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
