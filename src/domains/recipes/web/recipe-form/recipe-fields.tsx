import { t } from '@lingui/core/macro'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { NumberField } from '#platform/web/forms/number-field.tsx'
import type { Form } from '#platform/web/forms/use-form.ts'
import { useIsOffline } from '#platform/web/sync/needs-server.tsx'
import { Field, inputClass, Select, TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'
import { difficulties, type Recipe, type RecipeChange, recipeCategories } from '../../contract/index.ts'
import { parseLine } from '../../rules/parse-line.ts'
import { cuisineNames, difficultyNames } from '../recipe-list/use-recipe-filters.ts'
import type { FormTexts } from './recipe-form.ts'

interface Props {
  form: Pick<Form<Recipe | null, FormTexts, RecipeChange & { name: string }>, 'control' | 'field' | 'errors'>
  /** Folds away what an import needs no look at. */
  isImport: boolean
  /** Whether the imported source says nothing about servings. */
  areServingsAssumed: boolean
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

/** Fields that an import fills well enough to look at only on request. */
const folded = [
  'description',
  'category',
  'difficulty',
  'prepTime',
  'cookTime',
  'totalTime',
  'rating',
  'tags',
  'notes',
  'sourceUrl',
] as const

export function RecipeFields(props: Props) {
  const {
    form: { control, field, errors },
    areServingsAssumed,
    isImport,
    photoProblem,
  } = props
  const doubts = useDoubts(useWatch({ control, name: 'ingredients' }))
  const isWrong = photoProblem !== undefined || folded.some((name) => errors[name])
  return (
    <>
      <TextInput label={t`Name`} required maxLength={160} {...field('name')} />
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
        <NumberField control={control} name="servings" label={t`Servings`} {...(areServingsAssumed ? { hint: t`Assumed` } : {})} />
      </div>
      <TextArea
        label={t`Ingredients`}
        rows={7}
        hint={
          doubts ??
          `${t`One per line, for example: 2 x 400 g cans tomatoes`}. ${t`Add “optional” to what can be left out: parsley, optional`}`
        }
        {...field('ingredients')}
      />
      <TextArea
        label={t`Instructions`}
        rows={7}
        hint={t`One step per line, or separate steps with blank lines`}
        {...field('instructions')}
      />
      {isImport ? (
        <details open={isWrong ? true : undefined} className="group rounded-control border border-line">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3 font-semibold">
            {t`Times, cuisine, notes and photo`}
            <ChevronDown aria-hidden="true" className="size-5 text-ink-soft group-open:rotate-180" />
          </summary>
          <div className="space-y-4 p-3">
            <Details {...props} />
          </div>
        </details>
      ) : (
        <Details {...props} />
      )}
    </>
  )
}

function Details({ form: { control, field }, photoProblem, onPicture }: Props) {
  const isOffline = useIsOffline()
  return (
    <>
      <TextArea label={t`Description`} rows={2} maxLength={2000} {...field('description')} />
      <div className="grid grid-cols-2 items-start gap-4">
        <NumberField control={control} name="prepTime" label={t`Prep time`} suffix="min" />
        <NumberField control={control} name="cookTime" label={t`Cook time`} suffix="min" />
        <NumberField control={control} name="totalTime" label={t`Total time`} suffix="min" hint={t`If it also rests or cools`} />
        <NumberField control={control} name="rating" label={t`Rating`} max={5} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label={t`Cuisine`} {...field('category')}>
          {options(cuisineNames, recipeCategories)}
        </Select>
        <Select label={t`Difficulty`} {...field('difficulty')}>
          {options(difficultyNames, difficulties)}
        </Select>
      </div>
      <TextInput label={t`Tags`} hint={t`Separated by commas`} {...field('tags')} />
      <TextArea label={t`Notes`} rows={2} maxLength={4000} {...field('notes')} />
      <TextInput label={t`Source`} type="url" inputMode="url" placeholder="https://" {...field('sourceUrl')} />
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
