import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Merge, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { type FieldErrors, useWatch } from 'react-hook-form'
import { convert, isUnit, Unit } from '#platform/shared/units.ts'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { pickChanged, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { formatNumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { StickyFormButtons } from '#platform/web/ui/sticky-form-buttons.tsx'
import { changeIngredient, type Ingredient, maxNote, Storage } from '../../contract/index.ts'
import { categorySuggestions } from '../../rules/category-labels.ts'
import { changeIngredientWithUndo, createIngredient, deleteIngredientWithUndo } from '../api/index.ts'
import { StorageChoice } from '../fields/storage-choice.tsx'
import { UnitSelect } from '../fields/unit-select.tsx'
import { LazyPictureField } from '../ingredient-picture/lazy-picture-field.tsx'
import { conversionsIn, fieldsOf, formErrorMessage, type IngredientFields, IngredientFormSchema } from './ingredient-form.ts'
import { BarcodePart, ContainerPart, ConversionPart, OwnUnitPart, ShelfLifePart } from './ingredient-form-sections.tsx'
import { IngredientPrices } from './ingredient-prices.tsx'
import { KindSelect } from './kind-select.tsx'
import { OwnWarning } from './own-warning.tsx'
import { ParHint } from './par-hint.tsx'
import { ParInput } from './par-input.tsx'
import { UnitChange } from './unit-change.tsx'
import { WarningSelect } from './warning-select.tsx'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

/** Edits an ingredient. `'new'` adds one, null closes the sheet. */
export function IngredientSheet({
  ingredient,
  mayChange,
  onClose,
}: {
  ingredient: Ingredient | 'new' | null
  mayChange: boolean
  onClose: () => void
}) {
  const last = useRef(ingredient)
  if (ingredient !== null) last.current = ingredient
  // Kept while the dialog closes.
  const displayed = last.current
  return (
    <Dialog
      open={ingredient !== null}
      onOpenChange={(open) => open || onClose()}
      title={displayed === 'new' || displayed === null ? t`Add Ingredient` : displayed.name}
      size="medium"
    >
      {displayed === null ? null : (
        <IngredientEditor
          key={displayed === 'new' ? 'new' : displayed.id}
          ingredient={displayed === 'new' ? null : displayed}
          mayChange={mayChange}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** Fields that depend on each other. */
const fieldGroups = [['parLevel', 'parUnit', 'defaultUnit']] as const

/** Sends only the changed fields. */
function IngredientEditor({ ingredient, mayChange, onClose }: { ingredient: Ingredient | null; mayChange: boolean; onClose: () => void }) {
  const form = useForm({
    row: ingredient,
    fieldsOf,
    together: fieldGroups,
    resolver: zodResolver(IngredientFormSchema, { error: formErrorMessage }),
    changedRowIn: (error) => currentRowFrom412(error, changeIngredient),
    onClose,
  })
  const { field, register, control, setValue, getValues, errors, isSubmitting, failure, leave, submit } = form
  const createSubmit = useIdempotentSubmit()
  const [isRemoving, setRemoving] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const [selectedUnit, storage, conversionRows] = useWatch({ control, name: ['defaultUnit', 'defaultStorage', 'conversions'] })
  const unitNow = Unit.catch('each').parse(selectedUnit)
  const conversions = conversionsIn(conversionRows)
  const setPar = (par: number) => {
    setValue('parUnit', '', { shouldDirty: true })
    setValue('parLevel', formatNumberInput(Math.round(par * 1000) / 1000), { shouldDirty: true, shouldValidate: true })
  }
  /** A minimum in an own unit means the same in every unit. */
  const convertPar = (from: Unit, to: string) => {
    const par = getValues('parUnit') === '' ? parseNumber(getValues('parLevel')) : null
    const converted = par === null || !isUnit(to) ? null : convert(par, from, to, conversions)
    if (converted !== null && !Number.isNaN(converted)) setPar(converted)
  }

  const save = submit(
    async (values, { known, changed }) => {
      if (!known) await createIngredient(values, createSubmit())
      else if (changed.size > 0) {
        // The same number in another unit is another minimum.
        const isOtherPar = (changed.has('parUnit') || changed.has('defaultUnit')) && values.parLevel !== known.parLevel
        await changeIngredientWithUndo(known, pickChanged(values, isOtherPar ? new Set([...changed, 'parLevel']) : changed))
      }
      onClose()
    },
    (saved) => t`Couldn’t save ${saved.name}`,
  )

  return (
    <form noValidate className="space-y-6" onSubmit={save}>
      {ingredient ? <LazyPictureField ingredientId={ingredient.id} mayChange={mayChange} /> : null}
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <fieldset disabled={!mayChange} className="min-w-0 space-y-6">
        <div className="space-y-4">
          <TextInput label={t`Name`} autoComplete="off" maxLength={120} {...field('name')} />
          <div className="grid grid-cols-2 gap-4">
            <TextInput
              label={t`Category`}
              list="larder-food-categories"
              autoComplete="off"
              maxLength={40}
              placeholder={t`Other`}
              {...field('category')}
            />
            <UnitSelect
              label={t`Default unit`}
              {...field('defaultUnit')}
              {...register('defaultUnit', { onChange: (event: { target: { value: string } }) => convertPar(unitNow, event.target.value) })}
            />
          </div>
          <datalist id="larder-food-categories">
            {categorySuggestions().map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
          {ingredient ? <UnitChange ingredient={ingredient} unit={unitNow} conversions={conversions} /> : null}
          <ParInput form={form} unit={unitNow} ownUnits={ingredient?.ownUnits ?? []} conversions={conversions} />
          {ingredient && mayChange ? <ParHint ingredient={ingredient} onTake={setPar} /> : null}
          <StorageChoice
            label={t`Default storage`}
            value={Storage.catch('PANTRY').parse(storage)}
            onChange={(value) => setValue('defaultStorage', value, { shouldDirty: true })}
          />
          <TextInput
            label={t`Default location`}
            autoComplete="off"
            maxLength={60}
            placeholder={t`e.g. Fridge door`}
            {...field('defaultLocation')}
          />
          <TextInput
            label={t`Also called`}
            autoComplete="off"
            hint={t`Other names, separated by commas.`}
            error={errors.aliases?.message ?? firstOf(errors.aliases)}
            {...register('aliases')}
          />
          <KindSelect ingredient={ingredient} {...field('parentId')} />
          <TextInput
            label={t`Note`}
            autoComplete="off"
            maxLength={maxNote}
            placeholder={t`e.g. the red one, 3.5%`}
            hint={t`Goes on the shopping list with it.`}
            {...field('note')}
          />
          <WarningSelect current={ingredient?.warningDays ?? null} {...field('warningDays')} />
          <Checkbox label={t`Favorite`} hint={t`Offered first when you add something.`} {...register('isFavorite')} />
          <Checkbox
            label={t`Share new items automatically`}
            hint={t`New items are shared with your circles by default.`}
            {...register('isShared')}
          />
        </div>

        <ShelfLifePart form={form} ingredient={ingredient} mayChange={mayChange} />
        <OwnUnitPart form={form} />
        <ContainerPart form={form} />
        <ConversionPart form={form} />
        <BarcodePart form={form} ownUnits={ingredient?.ownUnits} />
        {ingredient ? (
          <div className="border-t border-line pt-5">
            <Button variant="quiet" icon={<Merge aria-hidden="true" className="size-4.5" />} onClick={() => setMerging(true)}>
              <Trans>Merge with another ingredient</Trans>
            </Button>
          </div>
        ) : null}
      </fieldset>
      {ingredient ? <OwnWarning ingredient={ingredient} /> : null}
      {ingredient ? <IngredientPrices ingredient={ingredient} /> : null}

      {mayChange ? (
        <StickyFormButtons>
          {ingredient ? (
            <Button
              variant="plain"
              icon={<Trash2 aria-hidden="true" className="size-4.5" />}
              onClick={() => setRemoving(true)}
              className="me-auto text-late-ink! hover:bg-late-soft!"
            >
              <Trans>Remove</Trans>
            </Button>
          ) : null}
          <Button variant="quiet" onClick={leave} className="ms-auto">
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`} className="max-sm:grow">
            <Trans>Save</Trans>
          </Button>
        </StickyFormButtons>
      ) : null}
      {ingredient && isMerging ? (
        <Suspense>
          <MergeDialog kept={ingredient} onClose={() => setMerging(false)} />
        </Suspense>
      ) : null}
      {ingredient ? (
        <ConfirmDialog
          open={isRemoving}
          onOpenChange={setRemoving}
          title={t`Remove ${ingredient.name}?`}
          confirmLabel={t`Remove`}
          danger
          fallback={t`Couldn’t remove ${ingredient.name}`}
          onConfirm={async () => {
            await deleteIngredientWithUndo(ingredient)
            onClose()
          }}
        >
          <Trans>This also deletes its minimum, conversions and barcodes. You can’t delete an ingredient that’s still in stock.</Trans>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}

/** Returns the first error of a list field's rows. */
const firstOf = (errors: FieldErrors<IngredientFields>['aliases'] | unknown): string | undefined =>
  Array.isArray(errors) ? errors.find((error: { message?: string } | undefined) => error?.message)?.message : undefined
