import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type UseFormRegisterReturn, useWatch } from 'react-hook-form'
import { useToday } from '#domains/households/web/index.ts'
import { listIngredients, maxNote, Storage } from '#domains/ingredients/contract/index.ts'
import { categorySuggestions } from '#domains/ingredients/rules/category-labels.ts'
import { isOneOwnUnit, readOwnUnitOption } from '#domains/ingredients/rules/own-unit-option.ts'
import { StorageChoice, UnitSelect } from '#domains/ingredients/web/index.ts'
import { StoreSelect, useAtStore, useStores } from '#domains/stores/web/index.ts'
import { unitSuffix } from '#platform/shared/unit-display.ts'
import { Unit } from '#platform/shared/units.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { NumberField } from '#platform/web/forms/number-field.tsx'
import { RestoredDraft } from '#platform/web/forms/restored-draft.tsx'
import { type Form, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Checkbox, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { NewLot } from '../../contract.ts'
import { amountStep } from '../../rules/amount-step.ts'
import { type AddedLot, submitLot } from '../api/add-lot.ts'
import { DateKindSelect } from '../fields/date-kind-select.tsx'
import { blankLot, convertTyped, formErrorMap, type NewLotFields, NewLotFormSchema, newOwnUnitChoice } from '../lot-sheet/lot-form.ts'
import { type AddStart, ingredientFieldsOf, initialFieldsOf, type SourcedShelfLife, shelfLifeOf } from './add-form-values.ts'
import { DateChips, EstimatedDate } from './date-suggestions.tsx'
import { type IngredientChoice, IngredientPicker } from './ingredient-picker.tsx'
import { LocationInput } from './location-input.tsx'
import { NewOwnUnit } from './new-own-unit.tsx'

interface FormProps {
  start: AddStart
  /** The store of the user's trip; null if unknown. */
  tripStoreId: string | null
  onAdded: (added: AddedLot, another: boolean) => void
}

/** Adds an item. Choosing a known ingredient fills in the rest. */
export function AddForm({ start, tripStoreId, onAdded }: FormProps) {
  const today = useToday()
  const form = useForm({
    row: null,
    fieldsOf: () => initialFieldsOf(start),
    resolver: zodResolver(NewLotFormSchema, { error: formErrorMap }),
    // What a scan filled in isn't typed.
    draft: (start.ingredient ?? start.name ?? start.barcode ?? start.date) ? null : 'item',
  })
  const { field, register, control, reset, setValue, errors, isSubmitting, isSubmitted, failure, submit } = form
  const [life, setLife] = useState<SourcedShelfLife | null>(
    start.ingredient ? shelfLifeOf({ kind: 'own', ingredient: start.ingredient }) : null,
  )
  const submitOnce = useIdempotentSubmit()
  const picker = useRef<HTMLInputElement>(null)
  const filledQuantity = useRef(initialFieldsOf(start).quantity)
  const [ingredientId, name, unitChosen, storage, isOpened, expirationDate, price] = useWatch({
    control,
    name: ['ingredientId', 'ingredient.name', 'unit', 'storage', 'isOpened', 'expirationDate', 'purchasePrice'],
  })
  const store = useStoreChoice(tripStoreId)
  useEffect(() => {
    if (start.ingredient === undefined || start.edit) picker.current?.select()
  }, [start.ingredient, start.edit])
  const unit = unitSuffix(Unit.catch('each').parse(unitChosen), 2)

  const pick = (choice: IngredientChoice) => {
    // A scanned weight holds whatever the package turns out to be.
    const { quantity, unit: usualUnit, ...others } = ingredientFieldsOf(choice, start.barcode)
    const filled = start.amount ? others : { ...others, quantity, unit: usualUnit }
    if (!start.amount) filledQuantity.current = quantity
    for (const [field, value] of Object.entries(filled) as [keyof typeof filled, string][])
      setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted })
    setLife(shelfLifeOf(choice))
  }
  const type = (typed: string) => {
    setValue('ingredient.name', typed, { shouldDirty: true, shouldValidate: isSubmitted })
    // A changed name means another ingredient until one is chosen.
    setValue('ingredientId', '')
    setLife(null)
  }
  const add = (another: boolean) =>
    submit(
      async (lot) => {
        const added = await submitLot(store.applyTo(lot), submitOnce())
        if (another) {
          reset(blankLot)
          filledQuantity.current = blankLot.quantity
          setLife(null)
          picker.current?.focus()
        }
        onAdded(added, another)
      },
      () => t`Couldn’t add this item`,
    )

  return (
    <form noValidate onSubmit={add(false)}>
      <Card className="space-y-6">
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <RestoredDraft form={form} />
        <div className="space-y-4">
          <IngredientPicker
            value={name}
            onType={type}
            onPick={pick}
            error={errors.ingredient?.name?.message ?? errors.ingredient?.message ?? errors.ingredientId?.message}
            inputRef={picker}
          />
          {ingredientId === '' && name.trim() !== '' ? <CategoryInput {...field('ingredient.category')} /> : null}
          <AmountFields form={form} ingredientId={ingredientId} filledQuantity={filledQuantity} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[1.25fr_1fr]">
          <StorageChoice
            value={Storage.catch('PANTRY').parse(storage)}
            onChange={(value) => setValue('storage', value, { shouldDirty: true })}
          />
          <LocationInput {...field('location')} onStorage={(value) => setValue('storage', value, { shouldDirty: true })} />
        </div>
        <div className="space-y-3">
          <div className="grid gap-4 sm:grid-cols-2">
            <DateInput today={today} label={t`Expiration date`} {...field('expirationDate')} />
            {expirationDate === '' ? null : <DateKindSelect {...register('dateKind')} />}
          </div>
          {expirationDate === '' && life ? (
            <EstimatedDate life={life} storage={Storage.catch('PANTRY').parse(storage)} isOpened={isOpened} />
          ) : null}
          <DateChips
            value={expirationDate}
            onChoose={(date) => setValue('expirationDate', date, { shouldDirty: true, shouldValidate: isSubmitted })}
          />
        </div>
        <details open={start.price !== undefined} className="group rounded-control border border-line">
          <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-control px-4 font-semibold [&::-webkit-details-marker]:hidden">
            <Trans>Price, note, opened, minimum</Trans>
            <ChevronDown aria-hidden="true" className="size-5 text-ink-soft transition-transform group-open:rotate-180" />
          </summary>
          <div className="space-y-4 px-4 pt-2 pb-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <TextInput
                label={t`Price paid`}
                inputMode="decimal"
                autoComplete="off"
                hint={t`For the whole quantity.`}
                {...field('purchasePrice')}
              />
              {price.trim() === '' ? null : store.select}
              {ingredientId === '' ? (
                <TextInput
                  label={t`Keep at least`}
                  inputMode="decimal"
                  autoComplete="off"
                  hint={unit === '' ? t`You’ll be told when you have fewer.` : t`In ${unit}. You’ll be told when you have less.`}
                  {...field('ingredient.parLevel')}
                />
              ) : null}
            </div>
            <TextInput label={t`Note`} autoComplete="off" maxLength={maxNote} {...field('note')} />
            <Checkbox label={t`Opened`} {...register('isOpened')} />
            <Checkbox label={t`Shared`} hint={t`People in your circles can ask for it.`} {...register('isShared')} />
          </div>
        </details>
        <div
          data-action-bar=""
          className="sticky bottom-(--bar) z-10 -mx-4 -mb-4 flex flex-wrap gap-2 rounded-b-card border-t border-line bg-card px-4 pt-3 pb-5 sm:-mx-5 sm:-mb-5 sm:justify-end sm:px-5 sm:pb-4"
        >
          <Button variant="quiet" disabled={isSubmitting} onClick={() => add(true)()} className="max-sm:flex-1 max-sm:px-2!">
            <Trans>Save and add another</Trans>
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel={t`Adding...`} className="max-sm:flex-1">
            <Trans>Add Item</Trans>
          </Button>
        </div>
      </Card>
    </form>
  )
}

interface AmountFieldsProps {
  form: Form<null, NewLotFields, NewLot>
  ingredientId: string
  /** The quantity that the form filled in; another one was typed. */
  filledQuantity: RefObject<string>
}

/** The quantity and its unit. A typed quantity stays the same amount when an own unit is chosen, or left. */
function AmountFields({ form, ingredientId, filledQuantity }: AmountFieldsProps) {
  const { field, register, control, getValues, setValue, isSubmitted } = form
  const chosen = useWatch({ control, name: 'unit' })
  const ownUnits = useOwnUnits(ingredientId)
  const changeUnit = (to: string) => {
    const quantity = getValues('quantity')
    const isMeant = quantity !== filledQuantity.current || readOwnUnitOption(chosen) !== null
    const converted = isMeant && isOneOwnUnit(chosen, to) ? convertTyped(quantity, chosen, to) : null
    if (converted !== null) setValue('quantity', converted, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3 *:min-w-0 *:flex-[1_1_8.5rem] *:first:flex-[2_1_9.25rem]">
        <NumberField control={control} name="quantity" label={t`Quantity`} step={amountStep(Unit.catch('each').parse(chosen))} />
        <UnitSelect
          ownUnits={ownUnits}
          newOwnUnit={newOwnUnitChoice}
          {...field('unit')}
          {...register('unit', { onChange: (event: { target: { value: string } }) => changeUnit(event.target.value) })}
        />
      </div>
      {chosen === newOwnUnitChoice ? <NewOwnUnit form={form} /> : null}
    </>
  )
}

/** Returns the own units of an ingredient that the household has. */
function useOwnUnits(ingredientId: string) {
  const { data: ingredients } = useEndpointQuery(listIngredients, {})
  return ingredients?.find(({ id }) => id === ingredientId)?.ownUnits
}

/** Asks where the price was paid: by default where this device is, else where the user's trip is. One choice also counts for the next item. */
function useStoreChoice(tripStoreId: string | null) {
  const stores = useStores()
  const at = useAtStore(stores)
  const [chosen, setChosen] = useState<string | null>(null)
  const storeId = chosen ?? at?.id ?? tripStoreId ?? ''
  const isKnown = stores.some(({ id }) => id === storeId)
  return {
    select: stores.length > 0 && <StoreSelect stores={stores} value={isKnown ? storeId : ''} onChange={setChosen} />,
    /** Returns the lot with the store of its price, if it has one. */
    applyTo: (lot: NewLot): NewLot => (isKnown && lot.purchasePrice !== undefined ? { ...lot, storeId } : lot),
  }
}

function CategoryInput({ error, ...field }: { error: string | undefined } & UseFormRegisterReturn) {
  return (
    <>
      <TextInput
        label={t`Category`}
        list="larder-categories"
        placeholder={t`Other`}
        autoComplete="off"
        maxLength={40}
        error={error}
        {...field}
      />
      <datalist id="larder-categories">
        {categorySuggestions().map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  )
}
