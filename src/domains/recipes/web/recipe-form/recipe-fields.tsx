import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { NumberField } from '#platform/web/forms/number-field.tsx'
import { useIsOffline } from '#platform/web/sync/needs-server.tsx'
import { Field, inputClass, Select, TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'
import { difficulties, type RecipeChange, recipeCategories } from '../../contract/index.ts'
import { parseLine } from '../../rules/parse-line.ts'
import { cuisineNames, difficultyNames } from '../recipe-list/use-recipe-filters.ts'
import type { FormTexts } from './recipe-form.ts'

interface Props {
  form: Pick<UseFormReturn<FormTexts, unknown, RecipeChange & { name: string }>, 'control' | 'register' | 'formState'>
  photoProblem: string | undefined
  onPicture: (picture: File | null) => void
}
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const options = (names: Readonly<Record<string, string>>, values: readonly string[]) =>
  values.map((value) => (
    <option key={value} value={value}>
      {capital(names[value] ?? value)}
    </option>
  ))

/** Returns a hint about lines that were parsed unsurely. */
function useDoubts(ingredients: string): string | undefined {
  return useMemo(() => {
    const unsure = ingredients
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.trim().endsWith(':'))
      .map(parseLine)
      .filter(({ sure }) => !sure)
    if (unsure.length === 0) return undefined
    const lines = unsure.slice(0, 3).map(({ text, food }) => {
      const line = text.trim()
      return food ? t`“${line}” (read as ${food})` : t`“${line}” (not read as an ingredient)`
    })
    return t`Check: ${lines.join('; ')}`
  }, [ingredients])
}

export function RecipeFields({ form: { control, register, formState }, photoProblem, onPicture }: Props) {
  const doubts = useDoubts(useWatch({ control, name: 'ingredients' }))
  const isOffline = useIsOffline()
  const bind = (field: keyof FormTexts) => ({ error: formState.errors[field]?.message, ...register(field) })
  return (
    <>
      <TextInput label={t`Name`} required maxLength={160} {...bind('name')} />
      <TextArea label={t`Description`} rows={2} maxLength={2000} {...bind('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label={t`Cuisine`} {...bind('category')}>
          {options(cuisineNames, recipeCategories)}
        </Select>
        <Select label={t`Difficulty`} {...bind('difficulty')}>
          {options(difficultyNames, difficulties)}
        </Select>
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <NumberField control={control} name="prepTime" label={t`Prep time`} suffix="min" />
        <NumberField control={control} name="cookTime" label={t`Cook time`} suffix="min" />
        <NumberField control={control} name="servings" label={t`Servings`} />
        <NumberField control={control} name="rating" label={t`Rating`} max={5} />
      </div>
      <TextArea
        label={t`Ingredients`}
        rows={7}
        hint={doubts ?? t`One per line, for example: 2 x 400 g cans tomatoes`}
        {...bind('ingredients')}
      />
      <TextArea
        label={t`Instructions`}
        rows={7}
        hint={t`One step per line, or separate steps with blank lines`}
        {...bind('instructions')}
      />
      <TextInput label={t`Tags`} hint={t`Separated by commas`} {...bind('tags')} />
      <TextArea label={t`Notes`} rows={2} maxLength={4000} {...bind('notes')} />
      <TextInput label={t`Source`} type="url" inputMode="url" placeholder="https://" {...bind('sourceUrl')} />
      <Field
        label={t`Photo`}
        hint={isOffline ? t`Photos can be added once you’re online` : t`JPEG, PNG or WebP, under 10 MB`}
        error={photoProblem}
      >
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            disabled={isOffline}
            accept="image/jpeg,image/png,image/webp"
            className={inputClass}
            onChange={({ target }) => onPicture(target.files?.[0] ?? null)}
          />
        )}
      </Field>
    </>
  )
}
