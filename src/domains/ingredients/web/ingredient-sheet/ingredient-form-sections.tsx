import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import type { Form } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { formatNumberInput } from '#platform/web/ui/number-input.tsx'
import { type Ingredient, maxContainers, maxOwnUnits, type NewIngredient, type OwnUnit, storages } from '../../contract/index.ts'
import { translateLocation } from '../../rules/location-names.ts'
import { NamedAmountRow, OwnUnitRow } from '../fields/named-amount-row.tsx'
import { UnitSelect } from '../fields/unit-select.tsx'
import { type IngredientFields, type ShelfLifeKey, shelfLifeKeys } from './ingredient-form.ts'
import { storageWords } from './location-label.tsx'
import { ShelfLifeHint } from './shelf-life-hint.tsx'

type IngredientFormState = Form<Ingredient | null, IngredientFields, NewIngredient>

const shelfLifeLabels: Record<ShelfLifeKey, string> = {
  pantryDays: t`In the pantry`,
  fridgeDays: t`In the fridge`,
  freezerDays: t`In the freezer`,
  openedDays: t`After opening`,
}

/** Shelf life with its source, and what the household's records suggest for an ingredient that it has. */
export function ShelfLifePart({
  form,
  ingredient,
  mayChange,
}: {
  form: IngredientFormState
  ingredient: Ingredient | null
  mayChange: boolean
}) {
  const source = ingredient?.shelfLifeSource ?? null
  const entered = useWatch({ control: form.control, name: 'shelfLife' })
  const take = (life: ShelfLifeKey, days: number) => {
    form.setValue(`shelfLife.${life}`, formatNumberInput(days), { shouldDirty: true, shouldValidate: true })
    // The suggestion disappears under the focus.
    form.setFocus(`shelfLife.${life}`)
  }
  return (
    <Part title={t`Shelf life`} aside={source ? t`Source: ${source}` : t`In days`}>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {shelfLifeKeys.map((life) => (
          <TextInput
            key={life}
            label={shelfLifeLabels[life]}
            inputMode="numeric"
            autoComplete="off"
            placeholder="–"
            {...form.field(`shelfLife.${life}`)}
          />
        ))}
      </div>
      {ingredient && mayChange ? <ShelfLifeHint ingredient={ingredient} entered={entered} onTake={take} /> : null}
      <OpenedPlaceSelect form={form} />
    </Part>
  )
}

/** Asks where an item goes once it is opened. */
function OpenedPlaceSelect({ form: { control, setValue } }: { form: IngredientFormState }) {
  const [storage, location] = useWatch({ control, name: ['openedStorage', 'openedLocation'] })
  const names = useActiveHousehold()?.locations ?? []
  const areas: readonly string[] = storages
  const places = [...new Set([...names, location])].filter((name) => name !== '')
  const choose = (choice: string) => {
    const isArea = areas.includes(choice)
    setValue('openedStorage', isArea ? choice : '', { shouldDirty: true })
    setValue('openedLocation', isArea ? '' : choice.slice(placePrefix.length), { shouldDirty: true })
  }
  return (
    <Select
      label={t`Once opened, goes to`}
      hint={t`Marking it as opened, or using some of it, moves it there. What’s frozen stays frozen.`}
      value={location === '' ? storage : `${placePrefix}${location}`}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{t`Stays where it is`}</option>
      {storages.map((one) => (
        <option key={one} value={one}>
          {storageWords[one]}
        </option>
      ))}
      {places.map((name) => (
        <option key={name} value={`${placePrefix}${name}`}>
          {translateLocation(name)}
        </option>
      ))}
    </Select>
  )
}

/** Tells the name of a place from a storage. */
const placePrefix = '@'

/** Conversions such as 1 each = 61 g, needed to compare pieces with grams. */
export function ConversionPart({ form: { field, register, control } }: { form: IngredientFormState }) {
  const conversions = useFieldArray({ control, name: 'conversions' })
  return (
    <Part title={t`Conversions`} aside={t`Weight or volume of one piece or pack`}>
      {conversions.fields.map((row, index) => (
        <div key={row.id} className="flex items-start gap-2">
          <span className="figures flex min-h-11 items-center">1</span>
          <UnitSelect label={t`From unit`} labelHidden className="flex-1" {...register(`conversions.${index}.from`)} />
          <span className="flex min-h-11 items-center">=</span>
          <TextInput
            label={t`Amount`}
            labelHidden
            inputMode="decimal"
            autoComplete="off"
            className="flex-1"
            {...field(`conversions.${index}.factor`)}
          />
          <UnitSelect label={t`To unit`} labelHidden className="flex-1" {...register(`conversions.${index}.to`)} />
          <IconButton label={t`Remove conversion`} icon={<X aria-hidden="true" />} onClick={() => conversions.remove(index)} />
        </div>
      ))}
      <AddRow onPress={() => conversions.append({ from: 'each', factor: '', to: 'g' })}>
        <Trans>Add a conversion</Trans>
      </AddRow>
    </Part>
  )
}

/** Own units such as 1 can = 400 g, by which amounts are entered and shown. */
export function OwnUnitPart({ form: { field, register, control } }: { form: IngredientFormState }) {
  const ownUnits = useFieldArray({ control, name: 'ownUnits' })
  const used = useWatch({ control, name: 'ownUnits' }).map(({ name }) => name)
  return (
    <Part title={t`Own units`} aside={t`e.g. 1 can = 400 g`}>
      {ownUnits.fields.map((row, index) => (
        <OwnUnitRow
          key={row.id}
          used={used}
          name={field(`ownUnits.${index}.name`)}
          quantity={field(`ownUnits.${index}.quantity`)}
          unit={register(`ownUnits.${index}.unit`)}
          after={<IconButton label={t`Remove unit`} icon={<X aria-hidden="true" />} onClick={() => ownUnits.remove(index)} />}
        />
      ))}
      {ownUnits.fields.length < maxOwnUnits ? (
        <AddRow onPress={() => ownUnits.append({ name: '', quantity: '', unit: 'g' })}>
          <Trans>Add a unit</Trans>
        </AddRow>
      ) : null}
    </Part>
  )
}

/** The jars and boxes that it is kept in, by which it is weighed. */
export function ContainerPart({ form: { field, register, control } }: { form: IngredientFormState }) {
  const containers = useFieldArray({ control, name: 'containers' })
  return (
    <Part title={t`Containers`} aside={t`What they weigh empty, to weigh what’s left`}>
      {containers.fields.map((row, index) => (
        <NamedAmountRow
          key={row.id}
          nameLabel={t`Container`}
          maxLength={30}
          placeholder={t`e.g. glass jar`}
          name={field(`containers.${index}.name`)}
          quantity={field(`containers.${index}.quantity`)}
          unit={{ ...register(`containers.${index}.unit`), isWeight: true }}
          after={<IconButton label={t`Remove container`} icon={<X aria-hidden="true" />} onClick={() => containers.remove(index)} />}
        />
      ))}
      {containers.fields.length < maxContainers ? (
        <AddRow onPress={() => containers.append({ name: '', quantity: '', unit: 'g' })}>
          <Trans>Add a container</Trans>
        </AddRow>
      ) : null}
    </Part>
  )
}

export function BarcodePart({
  form: { field, register, control, getValues },
  ownUnits,
}: {
  form: IngredientFormState
  ownUnits: readonly OwnUnit[] | undefined
}) {
  const barcodes = useFieldArray({ control, name: 'barcodes' })
  return (
    <Part title={t`Barcodes`} aside={t`Several products can belong to one ingredient`}>
      {barcodes.fields.map((row, index) => (
        <div key={row.id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 sm:grid-cols-[1.4fr_1.2fr_0.7fr_0.9fr_auto]">
          <TextInput
            label={t`Code`}
            labelHidden={index > 0}
            inputMode="numeric"
            autoComplete="off"
            {...field(`barcodes.${index}.code`)}
            className="max-sm:col-span-2"
          />
          <IconButton
            label={t`Remove barcode`}
            icon={<X aria-hidden="true" />}
            onClick={() => barcodes.remove(index)}
            className={`sm:order-last ${index === 0 ? 'mt-7' : ''}`}
          />
          <TextInput
            label={t`Label`}
            labelHidden={index > 0}
            autoComplete="off"
            {...register(`barcodes.${index}.label`)}
            className="max-sm:col-span-3"
          />
          <TextInput
            label={t`Pack`}
            labelHidden={index > 0}
            inputMode="decimal"
            autoComplete="off"
            {...field(`barcodes.${index}.packQuantity`)}
          />
          <UnitSelect label={t`Unit`} labelHidden={index > 0} ownUnits={ownUnits} {...register(`barcodes.${index}.packUnit`)} />
        </div>
      ))}
      <AddRow onPress={() => barcodes.append({ code: '', label: '', packQuantity: '', packUnit: getValues('defaultUnit') })}>
        <Trans>Add a barcode</Trans>
      </AddRow>
    </Part>
  )
}

function Part({ title, aside, children }: { title: string; aside: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 space-y-3 border-t border-line pt-5">
      <legend className="float-left mb-3 flex w-full flex-wrap items-baseline justify-between gap-x-3">
        <span className="display text-lg">{title}</span>
        <span className="text-sm text-ink-soft">{aside}</span>
      </legend>
      <div className="clear-both space-y-3">{children}</div>
    </fieldset>
  )
}

const AddRow = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <Button variant="plain" icon={<Plus aria-hidden="true" className="size-4.5" />} onClick={onPress} className="-ms-3 px-3!">
    {children}
  </Button>
)
