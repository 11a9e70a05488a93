import { t } from '@lingui/core/macro'
import { CircleHelp, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { listNames } from '#platform/shared/list-names.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Person } from '../api/eaters.ts'
import { termLabels } from '../people/term-display.ts'
import { NotChecked } from './not-checked.tsx'
import { useFoodKnowledge, useRecipeWarnings } from './use-recipe-warnings.ts'

interface Props {
  name: string
  ingredientId: string | null
  people: readonly Person[]
}

/** Says for which of these people a food isn't, and for whom that isn't known. */
export function FoodWarnings({ name, ingredientId, people }: Props) {
  const ingredients = useFoodKnowledge().knowledge?.ingredients
  const lines = useMemo(() => {
    const key = nameKey(name)
    const known = ingredientId ?? [...(ingredients?.values() ?? [])].find((one) => nameKey(one.name) === key)?.id ?? null
    return [{ food: name, preparation: '', ingredientId: known }]
  }, [name, ingredientId, ingredients])
  const { warnings, unchecked } = useRecipeWarnings(lines, people)
  const doubtful = warnings.filter(({ contains }) => contains.length === 0).map(({ person }) => person.name)
  if (warnings.length + unchecked.length === 0) return null
  return (
    <ul aria-label={t`Diets and allergies`} className="space-y-1 text-sm">
      {warnings.map(({ person, contains: [found] }) =>
        found ? (
          <li key={person.id} className="flex items-start gap-1.5 font-semibold text-late-ink">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{t`Not for ${person.name}: ${listNames([...found.terms.map((term) => termLabels[term]), ...found.words])}`}</span>
          </li>
        ) : null,
      )}
      {doubtful.length > 0 ? (
        <li className="flex items-start gap-1.5 text-ink-soft">
          <CircleHelp aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{t`Unknown for ${listNames(doubtful)}. Read the label.`}</span>
        </li>
      ) : null}
      <NotChecked people={unchecked} />
    </ul>
  )
}
