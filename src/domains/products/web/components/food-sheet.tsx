import { zodResolver } from '@hookform/resolvers/zod'
import { Plus, Trash2, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type FieldErrors, type FieldPath, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { ApiError, sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { categories, type Ingredient, type NewIngredient, Storage } from '../../contract.ts'
import { add, change, remove } from '../api.ts'
import { FoodForm, type FoodFields, fieldsOf, inWords, type Life, lives } from './food-form.ts'
import { SheetActions } from './sheet-actions.tsx'
import { StorageChoice } from './storage-choice.tsx'
import { UnitSelect } from './unit-select.tsx'

const lifeWords: Record<Life, string> = { pantryDays: 'Pantry', fridgeDays: 'Fridge', freezerDays: 'Freezer', openedDays: 'Once opened' }

/** Everything the household holds true of one food. `food` 'new' adds one; null is closed. */
export function FoodSheet({ food, mayChange, onClose }: { food: Ingredient | 'new' | null; mayChange: boolean; onClose: () => void }) {
  const shown = useRef(food)
  if (food !== null) shown.current = food
  const now = shown.current
  return (
    <Dialog open={food !== null} onOpenChange={(open) => open || onClose()} title={now === 'new' || now === null ? 'Add Ingredient' : now.name} size="medium">
      {now === null ? null : <FoodEditor key={now === 'new' ? 'new' : now.id} food={now === 'new' ? null : now} mayChange={mayChange} onClose={onClose} />}
    </Dialog>
  )
}

function FoodEditor({ food, mayChange, onClose }: { food: Ingredient | null; mayChange: boolean; onClose: () => void }) {
  const form = useForm<FoodFields, unknown, NewIngredient>({ defaultValues: fieldsOf(food), resolver: zodResolver(FoodForm, { error: inWords }) })
  const { register, control, handleSubmit, setValue, setError, formState } = form
  const { errors, dirtyFields, isSubmitting } = formState
  const [failure, setFailure] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const conversions = useFieldArray({ control, name: 'conversions' })
  const barcodes = useFieldArray({ control, name: 'barcodes' })
  const [unit, storage] = useWatch({ control, name: ['defaultUnit', 'defaultStorage'] })

  const save = handleSubmit(async (values) => {
    setFailure(null)
    try {
      if (food) {
        const touched = new Set(Object.entries(dirtyFields).filter(([, dirty]) => dirty).map(([name]) => name))
        const part = Object.fromEntries(Object.entries(values).filter(([name]) => touched.has(name)))
        if (touched.size > 0) await change(food, part)
      } else await add(values)
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error, `Could not save ${values.name}`))
      for (const { path, message } of error instanceof ApiError ? (error.problem?.fields ?? []) : []) setError(path as FieldPath<FoodFields>, { message })
    }
  })

  return (
    <form
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSubmitting) void save()
      }}
    >
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <fieldset disabled={!mayChange} className="space-y-6">
        <div className="space-y-4">
          <TextInput label="Name" autoComplete="off" maxLength={120} error={errors.name?.message} {...register('name')} />
          <div className="grid grid-cols-2 gap-4">
            <TextInput label="Category" list="larder-food-categories" autoComplete="off" maxLength={40} placeholder="Other" error={errors.category?.message} {...register('category')} />
            <UnitSelect label="Default unit" error={errors.defaultUnit?.message} {...register('defaultUnit')} />
          </div>
          <datalist id="larder-food-categories">
            {categories.map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
          <TextInput label="Par level" inputMode="decimal" autoComplete="off" hint={`Running low below this many ${unit}. Empty: no target.`} error={errors.parLevel?.message} {...register('parLevel')} />
          <StorageChoice label="Default storage" value={Storage.catch('PANTRY').parse(storage)} onChange={(value) => setValue('defaultStorage', value, { shouldDirty: true })} />
          <TextInput label="Default location" autoComplete="off" maxLength={60} placeholder="e.g. Fridge door" error={errors.defaultLocation?.message} {...register('defaultLocation')} />
          <TextInput label="Also called" autoComplete="off" hint="Other names, with commas between." error={errors.aliases?.message ?? firstOf(errors.aliases)} {...register('aliases')} />
        </div>

        <Part title="Keeps for" aside={food?.shelfLifeSource ? `Source: ${food.shelfLifeSource}` : 'In days'}>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {lives.map((life) => (
              <TextInput key={life} label={lifeWords[life]} inputMode="numeric" autoComplete="off" placeholder="–" error={errors.shelfLife?.[life]?.message} {...register(`shelfLife.${life}`)} />
            ))}
          </div>
        </Part>

        <Part title="Conversions" aside="How much one of it is">
          {conversions.fields.map((row, index) => (
            <div key={row.id} className="flex items-start gap-2">
              <span className="figures flex min-h-11 items-center">1</span>
              <UnitSelect label="From unit" labelHidden className="flex-1" {...register(`conversions.${index}.from`)} />
              <span className="flex min-h-11 items-center">=</span>
              <TextInput label="Amount" labelHidden inputMode="decimal" autoComplete="off" className="flex-1" error={errors.conversions?.[index]?.factor?.message} {...register(`conversions.${index}.factor`)} />
              <UnitSelect label="To unit" labelHidden className="flex-1" {...register(`conversions.${index}.to`)} />
              <IconButton label="Remove conversion" icon={<X aria-hidden="true" />} onClick={() => conversions.remove(index)} />
            </div>
          ))}
          <AddRow onPress={() => conversions.append({ from: 'each', factor: '', to: 'g' })}>Teach a conversion</AddRow>
        </Part>

        <Part title="Barcodes" aside="Many packs may be one food">
          {barcodes.fields.map((row, index) => (
            <div key={row.id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 sm:grid-cols-[1.4fr_1.2fr_0.7fr_0.9fr_auto]">
              <TextInput label="Code" labelHidden={index > 0} inputMode="numeric" autoComplete="off" error={errors.barcodes?.[index]?.code?.message} {...register(`barcodes.${index}.code`)} className="max-sm:col-span-2" />
              <IconButton label="Remove barcode" icon={<X aria-hidden="true" />} onClick={() => barcodes.remove(index)} className={`sm:order-last ${index === 0 ? 'mt-7' : ''}`} />
              <TextInput label="Label" labelHidden={index > 0} autoComplete="off" {...register(`barcodes.${index}.label`)} className="max-sm:col-span-3" />
              <TextInput label="Pack" labelHidden={index > 0} inputMode="decimal" autoComplete="off" error={errors.barcodes?.[index]?.packQuantity?.message} {...register(`barcodes.${index}.packQuantity`)} />
              <UnitSelect label="Unit" labelHidden={index > 0} {...register(`barcodes.${index}.packUnit`)} />
            </div>
          ))}
          <AddRow onPress={() => barcodes.append({ code: '', label: '', packQuantity: '', packUnit: unit })}>Add a barcode</AddRow>
        </Part>
      </fieldset>

      {mayChange ? (
        <SheetActions>
          {food ? (
            <Button variant="plain" icon={<Trash2 aria-hidden="true" className="size-4.5" />} onClick={() => setRemoving(true)} className="mr-auto text-late-ink! hover:bg-late-soft!">
              Remove
            </Button>
          ) : null}
          <Button variant="quiet" onClick={onClose} className="ml-auto">
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
            Save
          </Button>
        </SheetActions>
      ) : null}
      {food ? (
        <ConfirmDialog
          open={removing}
          onOpenChange={setRemoving}
          title={`Remove ${food.name}?`}
          confirmLabel="Remove"
          danger
          fallback={`Could not remove ${food.name}`}
          onConfirm={async () => {
            await remove(food)
            onClose()
          }}
        >
          Its par level, conversions and barcodes go with it. Food that is still in stock keeps it here.
        </ConfirmDialog>
      ) : null}
    </form>
  )
}

/** A list's own complaint sits on one of its rows; the field shows the first. */
const firstOf = (errors: FieldErrors<FoodFields>['aliases'] | unknown): string | undefined =>
  Array.isArray(errors) ? errors.find((error: { message?: string } | undefined) => error?.message)?.message : undefined

function Part({ title, aside, children }: { title: string; aside: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-3 border-t border-line pt-5">
      <legend className="float-left mb-3 flex w-full items-baseline justify-between gap-3">
        <span className="display text-lg">{title}</span>
        <span className="text-sm text-ink-soft">{aside}</span>
      </legend>
      <div className="clear-both space-y-3">{children}</div>
    </fieldset>
  )
}

const AddRow = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <Button variant="plain" icon={<Plus aria-hidden="true" className="size-4.5" />} onClick={onPress} className="-ml-3 px-3!">
    {children}
  </Button>
)
