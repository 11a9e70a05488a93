import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { categoryLabel, categoryOf, categorySuggestions } from '#domains/ingredients/rules/category-labels.ts'
import { UnitSelect } from '#domains/ingredients/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import type { Unit } from '#platform/shared/units.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { formatNumberInput, NumberInput, parseNumber, Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { EmptyState } from '#platform/web/ui/load-states.tsx'
import { priorities, type ShoppingItem } from '../../contract/index.ts'
import { changeFields, changeQuantity, removeItem } from '../api/list-mutation.ts'
import { noPrice, priorityWords, reasonWords } from './messages.ts'

interface SheetProps {
  /** Null if closed; undefined if the row has left the list. */
  item: ShoppingItem | null | undefined
  canEdit: boolean
  onClose: () => void
}

/** Shows and edits one row. */
export function ItemSheet({ item, canEdit, onClose }: SheetProps) {
  // Keeps the last row visible during the closing animation.
  const shown = useRef(item)
  if (item !== null) shown.current = item
  const row = shown.current
  return (
    <Dialog open={item !== null} onOpenChange={(open) => open || onClose()} title={row?.ingredientName ?? t`Item`} size="small">
      {row === null ? null : row === undefined ? (
        <EmptyState title={t`No longer on the list`}>
          <Trans>Someone has bought or removed it.</Trans>
        </EmptyState>
      ) : (
        <>
          <Details item={row} />
          {canEdit ? <Form key={row.id} item={row} onClose={onClose} /> : null}
        </>
      )}
    </Dialog>
  )
}

function Details({ item }: { item: ShoppingItem }) {
  const { show } = useUnits()
  const money = useMoney()
  return (
    <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-base">
      <dt className="text-ink-soft">{reasonWords[item.reason]}</dt>
      <dd>{item.why}</dd>
      <dt className="text-ink-soft">
        <Trans>To buy</Trans>
      </dt>
      <dd className="figures">{show(item.suggestedQuantity, item.unit)}</dd>
      <dt className="text-ink-soft">
        <Trans>Cost</Trans>
      </dt>
      <dd className="figures">{item.estimatedCost === null ? t`${noPrice} no price yet` : t`about ${money(item.estimatedCost)}`}</dd>
    </dl>
  )
}

function Form({ item: now, onClose }: { item: ShoppingItem; onClose: () => void }) {
  // The row at opening, so that only this user's edits are sent, not those others make in the meantime.
  const [item] = useState(now)
  const [name, setName] = useState(item.ingredientName)
  const [quantity, setQuantity] = useState(formatNumberInput(item.suggestedQuantity))
  const [unit, setUnit] = useState<Unit>(item.unit)
  const [category, setCategory] = useState(categoryLabel(item.category))
  const [priority, setPriority] = useState(item.priority)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const aisles = useId()
  const amount = parseNumber(quantity)
  const isInvalid = amount === null || !(amount >= 0.001 && amount <= 1_000_000)

  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (isInvalid || name.trim() === '' || category.trim() === '') return
    const fields = {
      ...(name.trim() === item.ingredientName ? {} : { ingredientName: name.trim() }),
      ...(unit === item.unit ? {} : { unit }),
      ...(categoryOf(category) === item.category ? {} : { category: categoryOf(category) }),
      ...(priority === item.priority ? {} : { priority }),
    }
    const rounded = Math.round(amount * 1000) / 1000
    if (rounded !== item.suggestedQuantity) changeQuantity(item, rounded)
    if (Object.keys(fields).length > 0) changeFields(item, fields)
    onClose()
  }
  return (
    <form onSubmit={save} noValidate className="space-y-4">
      <div className="grid grid-cols-[1.4fr_1fr] gap-3">
        <NumberInput
          label={t`Quantity`}
          value={quantity}
          onValue={setQuantity}
          step={1}
          error={isSubmitted && isInvalid ? t`Enter an amount above zero.` : undefined}
        />
        <UnitSelect value={unit} onChange={(event) => setUnit(event.target.value as Unit)} />
      </div>
      <TextInput
        label={t`Name`}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={120}
        autoComplete="off"
        error={isSubmitted && name.trim() === '' ? t`Enter a name.` : undefined}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextInput
          label={t`Category`}
          value={category}
          onChange={(event) => setCategory(event.target.value)}
          list={aisles}
          maxLength={40}
          autoComplete="off"
          error={isSubmitted && category.trim() === '' ? t`Enter a category.` : undefined}
        />
        <datalist id={aisles}>
          {categorySuggestions().map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Select
          label={t`Priority`}
          value={priority}
          onChange={(event) => setPriority(priorities.find((one) => one === event.target.value) ?? priority)}
        >
          {priorities.map((one) => (
            <option key={one} value={one}>
              {priorityWords[one]}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex gap-2 pt-1">
        <Button
          variant="quiet"
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onClick={() => {
            removeItem(now)
            onClose()
          }}
        >
          <Trans>Delete</Trans>
        </Button>
        <Button type="submit" className="flex-1">
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
