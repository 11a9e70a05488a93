import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { type Ingredient, type OwnUnit, storages } from '#domains/ingredients/contract/index.ts'
import { isOneOwnUnit, optionOfAmount, ownUnitOption } from '#domains/ingredients/rules/own-unit-option.ts'
import { ownUnitLabel, ownUnitOf } from '#domains/ingredients/rules/own-units.ts'
import { IngredientGlyph, locationText, storageWords, UnitSelect, useBuiltInFoods } from '#domains/ingredients/web/index.ts'
import { capitalizeName } from '#platform/shared/capitalize-name.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { formatNumberInput } from '#platform/web/ui/number-input.tsx'
import { expirationOfNew } from '../../rules/effective-expiration.ts'
import { locationFor } from '../../rules/locations.ts'
import { type QuickDraft, shouldAskContent } from '../../rules/quick-add.ts'
import { useLotAmount } from '../fields/use-lot-amount.ts'
import { blankLot, convertTyped, formErrorMap, NewLotFormSchema, newOwnUnitChoice } from '../lot-sheet/lot-form.ts'
import { type DraftRow, ReviewRowsForm } from './review-rows-form.tsx'

/** Returns what is known of an ingredient by name, or null. */
type KnownIngredient = Pick<Ingredient, 'category' | 'defaultUnit' | 'defaultStorage' | 'defaultLocation' | 'shelfLife'> &
  Partial<Pick<Ingredient, 'ownUnits'>>
type FindKnown = (name: string) => KnownIngredient | null

interface Draft extends DraftRow {
  quantity: string
  /** A unit, or the option of an own unit. */
  unit: string
  /** The own unit that the line says, or a can that was counted as a piece until `packQuantity` says what it is. */
  ownUnit: OwnUnit | null
  pack: string | null
  packQuantity: string
  packUnit: string
  storage: string
  location: string
  expirationDate: string
  dateKind: string
}

/** `known`: the household's ingredient, whose name the server takes. */
function asDraft(draft: QuickDraft, index: number, known: KnownIngredient | null): Draft {
  const shown = optionOfAmount(draft.quantity, draft.unit, draft.ownUnit ?? null)
  return { ...plainDraft(draft, index, known), quantity: formatNumberInput(shown.quantity), unit: shown.option }
}
const plainDraft = (draft: QuickDraft, index: number, known: KnownIngredient | null): Draft => ({
  key: `${index} ${draft.text}`,
  name: known ? draft.name : capitalizeName(draft.name, currentLanguage()),
  quantity: formatNumberInput(draft.quantity),
  unit: draft.unit,
  ownUnit: draft.ownUnit ?? null,
  pack: draft.pack ?? null,
  packQuantity: '',
  packUnit: 'g',
  storage: draft.storage ?? '',
  location: draft.location ?? '',
  expirationDate: draft.expirationDate ?? '',
  dateKind: draft.dateKind ?? '',
  unsure: !draft.sure,
  isOpenAtFirst: shouldAskContent(draft, known),
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
  const { foodOf } = useBuiltInFoods()
  const knownOf = (name: string): KnownIngredient | null => {
    const builtIn = findKnown(name) ? null : foodOf(name)
    return builtIn ? { ...builtIn, defaultLocation: '' } : findKnown(name)
  }
  return (
    <ReviewRowsForm
      start={() => drafts.map((draft, index) => asDraft(draft, index, findKnown(draft.name)))}
      read={(row) => {
        const { success, data, error } = NewLotFormSchema.safeParse(fieldsOf(row, knownOf(row.name)), { error: formErrorMap })
        const [issue] = error?.issues ?? []
        return success ? { lot: data } : { wrong: { field: issue?.path.join('.') ?? '', message: issue?.message ?? t`Check this.` } }
      }}
      fieldNames={['quantity', 'unit', 'newOwnUnit.quantity', 'storage', 'expirationDate']}
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
          <UnitSelect
            ownUnits={ownUnitsOf(row, knownOf(row.name))}
            value={row.unit}
            onChange={({ target: { value: unit } }) => change({ ...quantityIn(row, unit), unit, pack: null })}
            error={wrong('unit')}
          />
          {row.pack === null ? null : <PackSize row={row} pack={row.pack} change={change} error={wrong('newOwnUnit.quantity')} />}
          <Select
            label={t`Storage`}
            className={row.pack === null ? 'max-sm:col-span-2' : 'col-span-2'}
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
            className={row.pack === null ? 'max-sm:col-span-2' : 'col-span-2'}
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

/** Returns the quantity after a change between an own unit and what it is measured in. */
function quantityIn({ quantity, unit }: Draft, to: string): Partial<Draft> {
  const converted = isOneOwnUnit(unit, to) ? convertTyped(quantity, unit, to) : null
  return converted === null ? {} : { quantity: converted }
}

/** Asks what one can is, which may stay open. */
function PackSize({
  row,
  pack,
  change,
  error,
}: {
  row: Draft
  pack: string
  change: (part: Partial<Draft>) => void
  error: string | undefined
}) {
  const name = ownUnitLabel(pack)
  return (
    <div className="col-span-2 grid grid-cols-2 gap-3">
      <TextInput
        label={t`1 ${name} =`}
        inputMode="decimal"
        autoComplete="off"
        hint={t`Optional. It’s remembered with the ingredient.`}
        value={row.packQuantity}
        onChange={(event) => change({ packQuantity: event.target.value })}
        error={error}
      />
      <UnitSelect value={row.packUnit} onChange={(event) => change({ packUnit: event.target.value })} />
    </div>
  )
}

/** An item in one line: its amount, place and date, as the server will set them. */
function Summary({ row, known }: { row: Draft; known: KnownIngredient | null }) {
  const { show } = useLotAmount()
  const today = useToday()
  const { success, data } = NewLotFormSchema.safeParse(fieldsOf(row, known))
  if (!success) return <span className="min-w-0 flex-1">{row.name}</span>
  const { quantity, unit, ownUnit, expirationDate = null, dateKind = null } = data
  const amount = { quantity, unit, ownUnit, ingredient: { ownUnits: ownUnitsOf(row, known) } }
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
          {[show(amount), locationText({ location, storage }), until].filter(Boolean).join(' · ')}
        </span>
      </span>
    </>
  )
}

/** Returns the own units to choose from: the ingredient's, and the one that the line says. */
function ownUnitsOf({ ownUnit }: Draft, known: KnownIngredient | null): readonly OwnUnit[] {
  const ownUnits = known?.ownUnits ?? []
  return ownUnit && !ownUnitOf(ownUnits, ownUnit.name) ? [...ownUnits, ownUnit] : ownUnits
}

/** Returns what the ingredient is to remember: what the line or its field says, if it is new. */
function newOwnUnitOf({ ownUnit, unit, pack, packQuantity, packUnit }: Draft, known: KnownIngredient | null) {
  if (pack !== null && packQuantity.trim() !== '') return { name: pack, quantity: packQuantity, unit: packUnit }
  const isNew = ownUnit !== null && unit === ownUnitOption(ownUnit) && !ownUnitOf(known?.ownUnits, ownUnit.name)
  return isNew ? { ...ownUnit, quantity: formatNumberInput(ownUnit.quantity) } : null
}

const fieldsOf = (row: Draft, known: KnownIngredient | null) => {
  const newOwnUnit = newOwnUnitOf(row, known)
  return {
    ...blankLot,
    ...(newOwnUnit && { newOwnUnit }),
    ingredient: { ...blankLot.ingredient, name: row.name },
    quantity: row.quantity,
    unit: newOwnUnit ? newOwnUnitChoice : row.unit,
    location: row.location,
    storage: row.storage,
    expirationDate: row.expirationDate,
    dateKind: row.dateKind,
  }
}
