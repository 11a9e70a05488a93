import { t } from '@lingui/core/macro'
import { CircleHelp, Salad, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { listNames } from '#platform/shared/list-names.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { FoundFood } from '../../rules/check-recipe.ts'
import type { Person } from '../api/eaters.ts'
import { FoodContentsDialog } from './food-contents-dialog.tsx'
import { NotChecked } from './not-checked.tsx'
import { type RecipeWarningsFound, useRecipeWarnings, type WarningLine } from './use-recipe-warnings.ts'

const withLines = (foods: readonly FoundFood[]) =>
  listNames(foods.map(({ food, line }) => (line === null ? food : t`${food} (line ${line})`)))
const names = (foods: readonly FoundFood[]) => listNames([...new Set(foods.map(({ food }) => food))])

interface Props {
  lines: readonly WarningLine[]
  /** The recipe's or meal's. */
  name?: string
  /** Who eats it. */
  people: readonly Person[]
}

function Lines({ warnings, unchecked, isShort }: RecipeWarningsFound & { isShort: boolean }) {
  return (
    <ul className="space-y-1 text-sm">
      {warnings.flatMap(({ person, contains, unknown }) => [
        contains.length > 0 ? (
          <li key={`not ${person.id}`} className="flex items-start gap-1.5 font-semibold text-late-ink">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 break-words">{t`Not for ${person.name}: ${isShort ? names(contains) : withLines(contains)}`}</span>
          </li>
        ) : null,
        unknown.length > 0 ? (
          <li key={`unknown ${person.id}`} className="flex items-start gap-1.5 text-ink-soft">
            <CircleHelp aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 break-words">{t`Unknown for ${person.name}: ${names(unknown)}`}</span>
          </li>
        ) : null,
      ])}
      <NotChecked people={unchecked} />
    </ul>
  )
}

/** Says for whom a recipe isn't, for whom that isn't known, and for whom it isn't checked. Renders nothing if there is nothing to say. */
export function RecipeWarnings({ lines, name, people }: Props) {
  const found = useRecipeWarnings(lines, people, name)
  const { warnings } = found
  const mayChange = useHasRole('MEMBER')
  const [isCorrecting, setCorrecting] = useState(false)
  if (warnings.length + found.unchecked.length === 0) return null
  const isSure = warnings.some(({ contains }) => contains.length > 0)
  return (
    <section aria-label={t`Diets and allergies`} className="rounded-card border border-line bg-sunken px-3.5 py-3">
      <Lines {...found} isShort={false} />
      {warnings.length === 0 ? null : (
        <p className="mt-1.5 text-sm text-ink-soft">
          {isSure ? t`Only what the ingredients name is checked. Read the labels.` : t`It depends on the product. Read the labels.`}
        </p>
      )}
      {mayChange && warnings.length > 0 ? (
        <Button
          variant="plain"
          className="-ms-2"
          icon={<Salad aria-hidden="true" className="size-5" />}
          onClick={() => setCorrecting(true)}
        >
          {t`What these contain`}
        </Button>
      ) : null}
      {isCorrecting ? <FoodContentsDialog warnings={warnings} onClose={() => setCorrecting(false)} /> : null}
    </section>
  )
}

/** Does what `RecipeWarnings` does in a few lines. */
export function ShortWarnings({ lines, name, people }: Props) {
  const found = useRecipeWarnings(lines, people, name)
  return found.warnings.length + found.unchecked.length === 0 ? null : <Lines {...found} isShort />
}
