import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useMoney, useToday } from '#domains/households/web/index.ts'
import { type Storage, storages } from '#domains/ingredients/contract/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { IngredientGlyph, storageWords, UnitSelect } from '#domains/ingredients/web/index.ts'
import { usePlaces } from '#domains/places/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { isCalendarDate } from '#platform/shared/calendar.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import type { Unit } from '#platform/shared/units.ts'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Skeleton } from '#platform/web/ui/load-states.tsx'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import type { PutAwayDraft, ShoppingItem } from '../../contract/index.ts'
import type { PutAwayChoice } from '../../rules/list-changes.ts'
import type { Purchase } from '../../rules/match-receipt.ts'
import { ToolButton } from '../shopping-list/row-parts.tsx'

interface RowProps {
  item: ShoppingItem
  edit: PutAwayEdit
  draft: PutAwayDraft | undefined
  isLoading: boolean
  /** Gets the fields that changed. */
  onEdit: (edit: Partial<PutAwayEdit>) => void
  onLeaveOut: () => void
}

/** One item with its place and date; expands to a form. */
export function PutAwayRow({ item, edit, draft, isLoading, onEdit, onLeaveOut }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const fields = useId()
  const name = item.ingredientName
  return (
    <li className="py-1.5">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={fields}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-1 py-1 text-start hover:bg-hover"
        >
          <IngredientGlyph id={item.ingredientId} name={name} category={item.category} size="small" />
          <span className="min-w-0 flex-1">
            <span className="display block truncate text-lg leading-snug">{name}</span>
            {isLoading && !draft ? <Skeleton className="mt-1 h-4 w-40" /> : <Summary edit={edit} draft={draft} />}
          </span>
          <ChevronDown aria-hidden="true" className={`size-5 shrink-0 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
        <ToolButton label={t`Keep ${name} on the list`} onPress={onLeaveOut}>
          <X aria-hidden="true" />
        </ToolButton>
      </div>
      <div id={fields} hidden={!isOpen}>
        {isOpen ? <Fields name={name} edit={edit} draft={draft} onEdit={onEdit} /> : null}
      </div>
    </li>
  )
}

function Summary({ edit, draft }: { edit: PutAwayEdit; draft: PutAwayDraft | undefined }) {
  const { show } = useQuantityFormatter()
  const money = useMoney()
  const today = useToday()
  const quantity = parseNumber(edit.quantity)
  const price = parseNumber(edit.price)
  const until = edit.date
    ? formatDate(edit.date, today)
    : draft?.estimatedExpiration
      ? `~${formatDate(draft.estimatedExpiration, today)}`
      : null
  const words = [
    quantity === null || Number.isNaN(quantity) ? null : show(quantity, edit.unit),
    translateLocation(edit.location) || (edit.storage ? storageWords[edit.storage] : t`Usual place`),
    until,
    price === null || Number.isNaN(price) ? null : money(price),
  ]
  return <span className="figures block text-sm text-ink-soft">{words.filter(Boolean).join(' · ')}</span>
}

function Fields({ name, edit, draft, onEdit }: Pick<RowProps, 'edit' | 'draft' | 'onEdit'> & { name: string }) {
  const today = useToday()
  const quantity = parseNumber(edit.quantity)
  const price = parseNumber(edit.price)
  const places = usePlaces()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the row's name
    <div role="group" aria-label={name} className="grid grid-cols-2 gap-3 px-1 pt-2 pb-3 sm:grid-cols-3">
      <NumberInput
        label={t`Quantity`}
        value={edit.quantity}
        onValue={(text) => onEdit({ quantity: text })}
        error={quantity === null || !(quantity >= 0.001) ? t`Enter an amount above zero.` : undefined}
      />
      <UnitSelect value={edit.unit} onChange={(event) => onEdit({ unit: event.target.value as Unit })} />
      <Select
        label={t`Storage`}
        value={edit.storage}
        onChange={(event) => {
          const storage = storages.find((one) => one === event.target.value) ?? ''
          onEdit({ storage, location: storage === draft?.storage ? draft.location : '' })
        }}
      >
        {edit.storage === '' || !draft ? (
          <option value="">
            <Trans>Usual place</Trans>
          </option>
        ) : null}
        {storages.map((storage) => (
          <option key={storage} value={storage}>
            {storageWords[storage]}
          </option>
        ))}
      </Select>
      <TextInput
        label={t`Place`}
        value={translateLocation(edit.location)}
        onChange={({ target: { value } }) => {
          const storage = places.find((place) => place.name === value)?.storage
          onEdit({ location: value, ...(storage ? { storage } : {}) })
        }}
        placeholder={t`Usual place`}
        maxLength={60}
        autoComplete="off"
      />
      <DateInput
        today={today}
        className="max-sm:col-span-2"
        label={t`Expires`}
        value={edit.date}
        onChange={(event) => onEdit({ date: event.target.value })}
        hint={
          edit.date === '' && draft?.estimatedExpiration ? t`Otherwise about ${formatDate(draft.estimatedExpiration, today)}` : undefined
        }
      />
      <NumberInput
        label={t`Price paid`}
        value={edit.price}
        onValue={(text) => onEdit({ price: text })}
        hint={t`For the whole quantity`}
        error={Number.isNaN(price) ? t`Enter a number.` : undefined}
      />
    </div>
  )
}

/** The form values of one row; an empty storage means the usual place. */
export interface PutAwayEdit {
  quantity: string
  unit: Unit
  storage: Storage | ''
  location: string
  date: string
  price: string
}

/** Returns the initial values: the server's draft, or the list row without one. */
export const toPutAwayEdit = (item: ShoppingItem, draft: PutAwayDraft | undefined): PutAwayEdit => ({
  quantity: formatNumberInput(draft?.quantity ?? item.suggestedQuantity),
  unit: draft?.unit ?? item.unit,
  storage: draft?.storage ?? '',
  location: draft?.location ?? '',
  date: draft?.expirationDate ?? '',
  price: money(draft?.estimatedCost ?? item.estimatedCost),
})

/** Returns the values with what a receipt says; its price, even an unreadable one, replaces the estimate. */
export const withPurchase = (edit: PutAwayEdit, purchase: Purchase | undefined): PutAwayEdit =>
  purchase === undefined
    ? edit
    : {
        ...edit,
        price: money(purchase.price),
        ...(purchase.quantity === null ? {} : { quantity: formatNumberInput(purchase.quantity) }),
      }

const money = (amount: number | null) => (amount === null ? '' : amount.toFixed(2))

/** Returns only what differs from the server's defaults, or null if a field is invalid. */
export function choiceOf(item: ShoppingItem, edit: PutAwayEdit, draft: PutAwayDraft | undefined): PutAwayChoice | null {
  const before = toPutAwayEdit(item, draft)
  const quantity = parseNumber(edit.quantity)
  const price = parseNumber(edit.price)
  if (quantity === null || !(quantity >= 0.001 && quantity <= 1_000_000)) return null
  if (price !== null && !(price >= 0 && price <= 1_000_000)) return null
  if (edit.date !== '' && !isCalendarDate(edit.date)) return null
  const isMoved = edit.storage !== before.storage || edit.location !== before.location
  return {
    id: item.id,
    ...(edit.quantity === before.quantity ? {} : { quantity: Math.round(quantity * 1000) / 1000 }),
    ...(edit.unit === before.unit ? {} : { unit: edit.unit }),
    ...(isMoved && edit.storage !== '' ? { storage: edit.storage } : {}),
    ...(isMoved && edit.location.trim() !== '' ? { location: edit.location.trim() } : {}),
    ...(edit.date === before.date ? {} : { expirationDate: edit.date || null }),
    ...(price === null ? {} : { purchasePrice: Math.round(price * 100) / 100 }),
  }
}
