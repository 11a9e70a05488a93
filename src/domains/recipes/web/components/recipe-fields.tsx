import { useMemo } from 'react'
import { Field, inputClass, NumberInput, Select, TextArea, TextInput } from '#platform/web/ui/field.tsx'
import { difficulties, recipeCategories } from '../../contract.ts'
import { parseLine } from '../../rules/parse-line.ts'
import type { FormTexts } from './recipe-form.ts'

interface Props {
  form: FormTexts
  wrong: Record<string, string>
  onChange: (part: Partial<FormTexts>) => void
  onPicture: (picture: File | null) => void
}
const option = (value: string) => (
  <option key={value} value={value}>
    {value.charAt(0).toUpperCase() + value.slice(1)}
  </option>
)

/** Lines that were not surely understood, so that they can be written more plainly. */
function useDoubts(ingredients: string): string | undefined {
  return useMemo(() => {
    const unsure = ingredients
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.trim().endsWith(':'))
      .map(parseLine)
      .filter(({ sure }) => !sure)
    if (unsure.length === 0) return undefined
    return `Not sure about: ${unsure
      .slice(0, 3)
      .map(({ text, food }) => `“${text.trim()}” (read as ${food || 'no food'})`)
      .join('; ')}`
  }, [ingredients])
}

/** What a recipe is made of, to be typed. */
export function RecipeFields({ form, wrong, onChange, onPicture }: Props) {
  const doubts = useDoubts(form.ingredients)
  const bind = (field: keyof FormTexts) => ({
    value: form[field],
    error: wrong[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  const number = (field: keyof FormTexts) => ({
    value: form[field],
    error: wrong[field],
    onValue: (text: string) => onChange({ [field]: text }),
  })
  return (
    <>
      <TextInput label="Name" required maxLength={160} {...bind('name')} />
      <TextArea label="Description" rows={2} maxLength={2000} {...bind('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Cuisine" {...bind('category')}>
          {recipeCategories.map(option)}
        </Select>
        <Select label="Difficulty" {...bind('difficulty')}>
          {difficulties.map(option)}
        </Select>
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <NumberInput label="Prep time" suffix="min" {...number('prepTime')} />
        <NumberInput label="Cook time" suffix="min" {...number('cookTime')} />
        <NumberInput label="Servings" {...number('servings')} />
        <NumberInput label="Rating" max={5} {...number('rating')} />
      </div>
      <TextArea
        label="Ingredients"
        rows={7}
        hint={doubts ?? 'One per line, as you would write it: 2 x 400 g cans tomatoes'}
        {...bind('ingredients')}
      />
      <TextArea label="Instructions" rows={7} hint="One step per line, or steps apart by empty lines" {...bind('instructions')} />
      <TextInput label="Tags" hint="Apart by commas" {...bind('tags')} />
      <TextArea label="Notes" rows={2} maxLength={4000} {...bind('notes')} />
      <TextInput label="Where it is from" type="url" inputMode="url" placeholder="https://" {...bind('sourceUrl')} />
      <Field label="Photo" hint="JPEG, PNG or WebP, under 10 MB">
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className={inputClass}
            onChange={({ target }) => onPicture(target.files?.[0] ?? null)}
          />
        )}
      </Field>
    </>
  )
}
