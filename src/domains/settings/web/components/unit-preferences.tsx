import { useEffect, useState } from 'react'
import type { Preferences } from '#domains/account/contract.ts'
import { withRegion } from '#platform/contract/unit-display.ts'
import {
  countUnits,
  defaultUnitDisplay,
  massUnits,
  type Unit,
  type UnitDisplay,
  type UnitFamily,
  volumeUnits,
} from '#platform/contract/units.ts'
import { sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Select, Switch } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useChangePreferences } from '../api.ts'
import { Choices } from './choices.tsx'
import { UnitPreview } from './unit-preview.tsx'

const words: Record<Unit, string> = {
  g: 'grams (g)',
  oz: 'ounces (oz)',
  lb: 'pounds (lb)',
  kg: 'kilograms (kg)',
  ml: 'millilitres (ml)',
  tsp: 'teaspoons (tsp)',
  tbsp: 'tablespoons (tbsp)',
  cup: 'cups',
  fl_oz: 'fluid ounces (fl oz)',
  l: 'litres (l)',
  gal: 'gallons (gal)',
  each: 'each',
  piece: 'pieces',
  item: 'items',
  unit: 'units',
}
const families: { family: UnitFamily; name: string; units: readonly Unit[]; finest: number }[] = [
  { family: 'mass', name: 'Weight', units: massUnits, finest: 3 },
  { family: 'volume', name: 'Volume', units: volumeUnits, finest: 3 },
  { family: 'count', name: 'Count', units: countUnits, finest: 2 },
]
const precisionWords = ['whole numbers', '1 decimal', '2 decimals', '3 decimals']
const savedMs = 3000

export function UnitPreferences({ preferences }: { preferences: Preferences }) {
  const [draft, setDraft] = useState(preferences.unitDisplay)
  const [isSaved, setSaved] = useState(false)
  const save = useChangePreferences()

  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), savedMs)
    return () => clearTimeout(timer)
  }, [isSaved])

  const submit = async () => {
    setSaved(false)
    // The three short fields mirror the units chosen here.
    const mirrors = { massUnit: draft.mass.preferred, volumeUnit: draft.volume.preferred, countUnit: draft.count.preferred }
    await save.mutateAsync({ body: { preferences: { ...mirrors, unitDisplay: draft } } })
    setSaved(true)
  }

  return (
    <form
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) submit().catch(() => {})
      }}
    >
      <Card className="space-y-6">
        <Choices
          label="Regional units"
          value={draft.regional}
          onChange={(regional) => setDraft(withRegion(draft, regional))}
          choices={[
            { value: 'US', label: 'US', hint: 'pounds and cups' },
            { value: 'metric', label: 'Metric', hint: 'grams and millilitres' },
          ]}
        />
        {families.map(({ family, name, units, finest }) => (
          <fieldset key={family} className="grid gap-4 sm:grid-cols-2">
            <legend className="sr-only">{name}</legend>
            <Select
              label={`${name} unit`}
              value={draft[family].preferred}
              onChange={(event) =>
                setDraft(
                  withUnit(
                    draft,
                    family,
                    units.find((unit) => unit === event.target.value),
                  ),
                )
              }
            >
              {units.map((unit) => (
                <option key={unit} value={unit}>
                  {words[unit]}
                </option>
              ))}
            </Select>
            <Select
              label={`${name} precision`}
              value={draft[family].precision}
              onChange={(event) => setDraft({ ...draft, [family]: { ...draft[family], precision: Number(event.target.value) } })}
            >
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
            label="Convert automatically"
            hint="Show everything in the units above."
            checked={draft.autoConvert}
            onChange={(event) => setDraft({ ...draft, autoConvert: event.target.checked })}
          />
          <Switch
            label="Show the original too"
            hint="What was entered, in small print beside it."
            checked={draft.showCanonical}
            onChange={(event) => setDraft({ ...draft, showCanonical: event.target.checked })}
          />
        </div>
        {save.error ? <Notice tone="error">{sentenceOf(save.error, 'Failed to update preferences')}</Notice> : null}
        {isSaved ? (
          <Notice tone="success" alert>
            Preferences updated successfully!
          </Notice>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={save.isPending} busyLabel="Saving...">
            Save preferences
          </Button>
          <Button variant="plain" onClick={() => setDraft(defaultUnitDisplay)}>
            Back to the defaults
          </Button>
        </div>
      </Card>
      <Card className="lg:sticky lg:top-20">
        <CardHeader title="Preview" />
        <UnitPreview prefs={draft} />
      </Card>
    </form>
  )
}

function withUnit(draft: UnitDisplay, family: UnitFamily, unit: Unit | undefined): UnitDisplay {
  const mass = massUnits.find((known) => known === unit)
  const volume = volumeUnits.find((known) => known === unit)
  const count = countUnits.find((known) => known === unit)
  if (family === 'mass' && mass) return { ...draft, mass: { ...draft.mass, preferred: mass } }
  if (family === 'volume' && volume) return { ...draft, volume: { ...draft.volume, preferred: volume } }
  if (family === 'count' && count) return { ...draft, count: { ...draft.count, preferred: count } }
  return draft
}
