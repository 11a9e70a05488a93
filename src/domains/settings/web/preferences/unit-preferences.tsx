import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Preferences } from '#domains/account/contract/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { initialUnitDisplay } from '#platform/shared/region.ts'
import { withRegionalUnits } from '#platform/shared/unit-display.ts'
import { countUnits, massUnits, type Unit, type UnitDisplay, type UnitFamily, volumeUnits } from '#platform/shared/units.ts'
import { useSavedNotice } from '#platform/web/forms/saved-notice.tsx'
import { useForm } from '#platform/web/forms/use-form.ts'
import { browserRegion } from '#platform/web/i18n/browser-region-and-time-zone.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Select, Switch } from '#platform/web/ui/form-fields.tsx'
import { LargeAmount } from '#platform/web/ui/large-amount.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { formatQuantityParts, useChangePreferences } from '../api/use-quantity-formatter.ts'
import { Choices } from './choice-row.tsx'

const words: Record<Unit, string> = {
  g: t`grams (g)`,
  oz: t`ounces (oz)`,
  lb: t`pounds (lb)`,
  kg: t`kilograms (kg)`,
  ml: t`milliliters (ml)`,
  tsp: t`teaspoons (tsp)`,
  tbsp: t`tablespoons (tbsp)`,
  cup: t`cups`,
  fl_oz: t`fluid ounces (fl oz)`,
  l: t`liters (l)`,
  gal: t`gallons (gal)`,
  each: t`each`,
  piece: t`pieces`,
  item: t`items`,
  unit: t`units`,
}
const families: { family: UnitFamily; name: string; unit: string; precision: string; units: readonly Unit[]; finest: number }[] = [
  { family: 'mass', name: t`Weight`, unit: t`Weight unit`, precision: t`Weight precision`, units: massUnits, finest: 3 },
  { family: 'volume', name: t`Volume`, unit: t`Volume unit`, precision: t`Volume precision`, units: volumeUnits, finest: 3 },
  { family: 'count', name: t`Count`, unit: t`Count unit`, precision: t`Count precision`, units: countUnits, finest: 2 },
]
const precisionWords = [t`whole numbers`, t`1 decimal`, t`2 decimals`, t`3 decimals`]

export function UnitPreferences({ preferences }: { preferences: Preferences }) {
  const { register, getValues, reset, watch, isSubmitting, failure, showSaved, submit } = useForm({
    row: preferences.unitDisplay,
    fieldsOf: (row) => row,
  })
  const chosen = watch()
  const choose = (units: UnitDisplay) => reset(units, { keepDefaultValues: true })
  const [savedNotice, showSavedNotice] = useSavedNotice()
  const change = useChangePreferences()
  const save = submit(
    async (_, { applyTo }) => {
      showSavedNotice(null)
      await change.mutateAsync((newest) => {
        const unitDisplay = applyTo(newest.unitDisplay)
        const { mass, volume, count } = unitDisplay
        // These three fields mirror the units chosen here.
        return { ...newest, massUnit: mass.preferred, volumeUnit: volume.preferred, countUnit: count.preferred, unitDisplay }
      })
      showSaved(getValues())
      showSavedNotice(t`Preferences updated successfully!`)
    },
    () => t`Failed to update preferences`,
  )

  return (
    <form className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]" onSubmit={save}>
      <Card className="space-y-6">
        <Choices
          label={t`Regional units`}
          value={chosen.regional}
          onChange={(regional) => choose(withRegionalUnits(chosen, regional))}
          choices={[
            { value: 'US', label: t`US`, hint: t`pounds and cups` },
            { value: 'metric', label: t`Metric`, hint: t`grams and milliliters` },
          ]}
        />
        {families.map(({ family, name, unit: unitWords, precision, units, finest }) => (
          <fieldset key={family} className="grid gap-4 sm:grid-cols-2">
            <legend className="sr-only">{name}</legend>
            <Select label={unitWords} {...register(`${family}.preferred`)}>
              {units.map((unit) => (
                <option key={unit} value={unit}>
                  {words[unit]}
                </option>
              ))}
            </Select>
            <Select label={precision} {...register(`${family}.precision`, { valueAsNumber: true })}>
              {precisionWords.slice(0, finest + 1).map((say, decimals) => (
                <option key={say} value={decimals}>
                  {say}
                </option>
              ))}
            </Select>
          </fieldset>
        ))}
        <div className="space-y-2 border-t border-line pt-4">
          <Switch
            label={t`Convert automatically`}
            hint={t`Converts amounts from the other system to yours: 1 lb becomes 454 g.`}
            {...register('autoConvert')}
          />
          <Switch
            label={t`Also show the original amount`}
            hint={t`Shows the amount as entered, in smaller text.`}
            {...register('showCanonical')}
          />
        </div>
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        {savedNotice}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`}>
            <Trans>Save preferences</Trans>
          </Button>
          <Button variant="plain" onClick={() => choose(initialUnitDisplay(browserRegion()))}>
            <Trans>Reset to defaults</Trans>
          </Button>
        </div>
      </Card>
      <Card className="lg:sticky lg:top-20">
        <CardHeader title={t`Preview`} />
        <UnitPreview prefs={chosen} />
      </Card>
    </form>
  )
}

const shelf: { name: string; category: string; quantity: number; unit: Unit }[] = [
  { name: t`Flour`, category: 'Baking', quantity: 1.5, unit: 'kg' },
  { name: t`Milk`, category: 'Dairy & Eggs', quantity: 1, unit: 'l' },
  { name: t`Olive oil`, category: 'Oils & Vinegars', quantity: 12, unit: 'fl_oz' },
  { name: t`Eggs`, category: 'Dairy & Eggs', quantity: 7, unit: 'each' },
  { name: t`Saffron`, category: 'Spices & Herbs', quantity: 2, unit: 'g' },
]

/** Sample quantities in the chosen units. */
export function UnitPreview({ prefs }: { prefs: UnitDisplay }) {
  return (
    <ul className="mt-2 divide-y divide-line">
      {shelf.map(({ name, category, quantity, unit }) => (
        <li key={name} className="flex items-center gap-3 py-2.5">
          <IngredientGlyph name={name} category={category} size="small" />
          <span className="min-w-0 flex-1 font-medium">{name}</span>
          <LargeAmount {...formatQuantityParts(quantity, unit, prefs)} className="items-end text-end" />
        </li>
      ))}
    </ul>
  )
}
