import { t } from '@lingui/core/macro'
import { CheckChips } from '#platform/web/ui/check-chips.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { allergens, type Diet, diets, type Eater, maxAvoided } from '../../contract.ts'
import type { Needs } from '../api/eaters.ts'
import { allergenLabels, dietLabels } from './term-display.ts'

/** What is typed: other ingredients are one text. */
export interface TypedNeeds {
  diets: Eater['diets']
  allergens: Eater['allergens']
  others: string
}

export const typedNeeds = ({ diets: ofPerson, allergens: kinds, avoids }: Needs): TypedNeeds => ({
  diets: ofPerson,
  allergens: kinds,
  others: avoids.join(', '),
})

/** Returns what was typed; ingredients are separated by commas. */
export function needsFrom({ diets: chosen, allergens: kinds, others }: TypedNeeds): Needs {
  const avoids = others.split(/[,;\n]/).flatMap((part) => part.trim().slice(0, 60) || [])
  return { diets: chosen, allergens: kinds, avoids: [...new Set(avoids)].slice(0, maxAvoided) }
}

const options = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

export function NeedsFields({ value, onValue }: { value: TypedNeeds; onValue: (value: TypedNeeds) => void }) {
  return (
    <>
      <CheckChips
        label={t`Diet`}
        hint={t`Vegetarian and pescatarian also leave out gelatin and animal rennet.`}
        options={options(diets, dietLabels)}
        value={value.diets}
        onValue={(next) => onValue({ ...value, diets: next as Diet[] })}
      />
      <CheckChips
        label={t`Allergies and intolerances`}
        hint={t`The 14 that packages in the EU must name.`}
        options={options(allergens, allergenLabels)}
        value={value.allergens}
        onValue={(next) => onValue({ ...value, allergens: next as Eater['allergens'] })}
      />
      <TextInput
        label={t`Other ingredients they can’t have`}
        hint={t`Separate them with commas. For an allergy above, choose it there: foods made of it are found as well.`}
        placeholder={t`e.g. kiwi, coriander`}
        maxLength={600}
        value={value.others}
        onChange={({ target }) => onValue({ ...value, others: target.value })}
      />
    </>
  )
}
