import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { Suspense, useId, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { ComingFoodWarnings } from '#domains/diets/web/index.ts'
import { StockCheck } from '#domains/forecast/web/index.ts'
import { useMoney } from '#domains/households/web/index.ts'
import { maxNote } from '#domains/ingredients/contract/index.ts'
import { categoryLabel, categoryOf, categorySuggestions } from '#domains/ingredients/rules/category-labels.ts'
import { LazyNewPictureField, LazyPictureField, UnitSelect } from '#domains/ingredients/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { useStores } from '#domains/stores/web/index.ts'
import { changedFields } from '#platform/web/api/concurrent-edits.ts'
import { NumberField } from '#platform/web/forms/number-field.tsx'
import { createFormResolver, pickChanged, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckChips } from '#platform/web/ui/check-chips.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { EmptyState } from '#platform/web/ui/load-states.tsx'
import { formatNumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { priorities, type ShoppingItem } from '../../contract/index.ts'
import { changeFields, changeQuantity, linkToIngredient, removeItem } from '../api/list-mutation.ts'
import { changeAmount, findRecurring, useRecurringItems } from '../api/recurring-items.ts'
import { MoveToList } from '../named-lists/move-to-list.tsx'
import { RepeatRow } from '../recurring/repeat-row.tsx'
import { noPrice, priorityWords, reasonWords } from './messages.ts'
import { PackAdvice } from './pack-advice.tsx'
import { StorePrices } from './store-prices.tsx'
import { useItemAmount } from './use-item-amount.ts'

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
          <PackAdvice item={row} canEdit={canEdit} />
          {row.ingredientId === null ? null : (
            <Suspense fallback={null}>
              <div className="mb-5 empty:hidden">
                <StockCheck ingredientId={row.ingredientId} />
              </div>
            </Suspense>
          )}
          <div className="mb-5 empty:hidden">
            <ComingFoodWarnings name={row.ingredientName} ingredientId={row.ingredientId} />
          </div>
          <div className="mb-5 empty:hidden">
            {row.ingredientId !== null ? (
              <LazyPictureField ingredientId={row.ingredientId} mayChange={canEdit} />
            ) : canEdit ? (
              <LazyNewPictureField
                thing={{ name: row.ingredientName, category: row.category, defaultUnit: row.unit }}
                onSaved={() => linkToIngredient(row)}
              />
            ) : null}
          </div>
          {canEdit ? <MoveToList item={row} onDone={onClose} /> : null}
          {canEdit ? <RepeatRow item={row} /> : null}
          {canEdit ? <Form key={row.id} item={row} onClose={onClose} /> : null}
        </>
      )}
    </Dialog>
  )
}

function Details({ item }: { item: ShoppingItem }) {
  const { show } = useQuantityFormatter()
  const amount = useItemAmount().show(item)
  const total = show(item.suggestedQuantity, item.unit)
  const money = useMoney()
  return (
    <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-base">
      <dt className="text-ink-soft">{reasonWords[item.reason]}</dt>
      <dd>{item.why}</dd>
      <dt className="text-ink-soft">
        <Trans>To buy</Trans>
      </dt>
      <dd className="figures">{amount === total || !item.packs ? amount : `${amount} (${total})`}</dd>
      <dt className="text-ink-soft">
        <Trans>Cost</Trans>
      </dt>
      <dd className="figures">{item.estimatedCost === null ? t`${noPrice} no price yet` : t`about ${money(item.estimatedCost)}`}</dd>
      <StorePrices ingredientId={item.ingredientId} />
    </dl>
  )
}

const fieldsOf = ({ ingredientName, suggestedQuantity, unit, category, priority, note, storeIds }: ShoppingItem) => ({
  ingredientName,
  suggestedQuantity: formatNumberInput(suggestedQuantity),
  unit,
  category: categoryLabel(category),
  priority,
  // A list stored by an earlier release has none.
  note: note ?? '',
  storeIds: storeIds ?? [],
})

const resolver = createFormResolver((fields: ReturnType<typeof fieldsOf>) => {
  const [ingredientName, category, amount] = [fields.ingredientName.trim(), fields.category.trim(), parseNumber(fields.suggestedQuantity)]
  const isAmount = amount !== null && amount >= 0.001 && amount <= 1_000_000
  if (isAmount && ingredientName !== '' && category !== '') {
    const suggestedQuantity = Math.round(amount * 1000) / 1000
    return { sent: { ...fields, ingredientName, suggestedQuantity, category: categoryOf(category), note: fields.note.trim() } }
  }
  return {
    wrong: {
      ...(isAmount ? {} : { suggestedQuantity: t`Enter an amount above zero.` }),
      ...(ingredientName === '' ? { ingredientName: t`Enter a name.` } : {}),
      ...(category === '' ? { category: t`Enter a category.` } : {}),
    },
  }
})

const together = [['suggestedQuantity', 'unit']] as const

function Form({ item, onClose }: { item: ShoppingItem; onClose: () => void }) {
  const { field, register, control, submit } = useForm({ row: item, fieldsOf, together, resolver, onClose })
  const aisles = useId()
  const stores = useStores()
  const { items } = useRecurringItems()
  const save = submit(
    (values, { known, changed }) => {
      const { suggestedQuantity, ...fields } = changedFields(known, { ...known, ...pickChanged(values, changed) })
      if (suggestedQuantity !== undefined) changeQuantity(known, suggestedQuantity)
      if (Object.keys(fields).length > 0) changeFields(known, fields)
      const recurring = findRecurring(items, known)
      if (recurring && (suggestedQuantity !== undefined || fields.unit !== undefined)) {
        const amount = { suggestedQuantity: suggestedQuantity ?? known.suggestedQuantity, unit: fields.unit ?? known.unit }
        void changeAmount(recurring, amount).catch(console.error)
      }
      onClose()
    },
    () => t`Failed to update item`,
  )
  return (
    <form onSubmit={save} noValidate className="space-y-4">
      <div className="grid grid-cols-[1.4fr_1fr] gap-3">
        <NumberField control={control} name="suggestedQuantity" label={t`Quantity`} step={1} />
        <UnitSelect {...register('unit')} />
      </div>
      <TextInput label={t`Name`} maxLength={120} autoComplete="off" {...field('ingredientName')} />
      <TextInput label={t`Note`} autoComplete="off" maxLength={maxNote} placeholder={t`e.g. the red one, 3.5%`} {...field('note')} />
      {stores.length > 0 ? (
        <Controller
          control={control}
          name="storeIds"
          render={({ field: { value, onChange } }) => (
            <CheckChips
              label={t`Where to buy it`}
              hint={t`Leave empty for anywhere. Remembered for next time.`}
              options={stores.map(({ id, name }) => ({ value: id, label: name }))}
              value={value}
              onValue={onChange}
            />
          )}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <TextInput label={t`Category`} list={aisles} maxLength={40} autoComplete="off" {...field('category')} />
        <datalist id={aisles}>
          {categorySuggestions().map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Select label={t`Priority`} {...register('priority')}>
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
            removeItem(item)
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
