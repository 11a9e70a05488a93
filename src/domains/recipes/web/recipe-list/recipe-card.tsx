import { plural, t } from '@lingui/core/macro'
import { Check, Clock, Star, Users } from 'lucide-react'
import { memo } from 'react'
import { formatNumber } from '#platform/shared/say.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { RecipeCard as Card } from '../../contract/index.ts'
import { RecipePhoto } from '../recipe-sheet/recipe-photo.tsx'
import { difficultyNames, minutes, missingOf } from './use-recipe-filters.ts'

/** Returns which of its ingredients expire first, in one line. */
export function usesWords({ uses }: Pick<Card, 'uses'>): string | null {
  const [first, ...others] = uses
  if (!first) return null
  const { ingredientName: food, daysLeft } = first
  const more = others.length
  if (daysLeft === 0) return more === 0 ? t`Uses ${food} today` : t`Uses ${food} and ${more} more today`
  if (daysLeft === 1) return more === 0 ? t`Uses ${food} by tomorrow` : t`Uses ${food} and ${more} more by tomorrow`
  return more === 0
    ? plural(daysLeft, { one: `Uses ${food} within # day`, other: `Uses ${food} within # days` })
    : plural(daysLeft, { one: `Uses ${food} and ${more} more within # day`, other: `Uses ${food} and ${more} more within # days` })
}

export function StockBadge({ recipe }: { recipe: Pick<Card, 'stock'> }) {
  const { have, total } = recipe.stock
  if (total === 0) return null
  const isAll = missingOf(recipe) === 0
  return (
    <Badge tone={isAll ? 'herb' : 'stone'} {...(isAll ? { icon: Check } : {})}>
      {isAll ? t`Can cook now` : t`${have} of ${total} in stock`}
    </Badge>
  )
}

export const RecipeCard = memo(function RecipeCard({ recipe, onOpen }: { recipe: Card; onOpen: (id: string) => void }) {
  const uses = usesWords(recipe)
  const time = recipe.prepTime + recipe.cookTime
  return (
    // Cards out of view aren't laid out. Only their height is estimated: an estimated width would widen the page.
    <li className="min-w-0 [contain-intrinsic-block-size:auto_22rem] [content-visibility:auto]">
      <button
        type="button"
        onClick={() => onOpen(recipe.id)}
        className="group flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-card text-start hover:border-edge"
      >
        <RecipePhoto id={recipe.id} image={recipe.image} category={recipe.category} className="h-28 w-full border-b border-line" />
        <span className="flex flex-1 flex-col gap-2 p-4">
          <span className="display text-xl leading-tight group-hover:underline">{recipe.name}</span>
          {recipe.description === '' ? null : <span className="line-clamp-2 text-sm text-ink-soft">{recipe.description}</span>}
          <span className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-sm text-ink-soft">
            {time > 0 ? (
              <span className="figures inline-flex items-center gap-1">
                <Clock aria-hidden="true" className="size-4" /> {minutes(time)}
              </span>
            ) : null}
            <span className="figures inline-flex items-center gap-1">
              <Users aria-hidden="true" className="size-4" /> {recipe.servings}
              <span className="sr-only"> {t`servings`}</span>
            </span>
            {recipe.rating === null ? null : (
              <span className="figures inline-flex items-center gap-1">
                <Star aria-hidden="true" className="size-4" /> {recipe.rating === null ? null : formatNumber(recipe.rating)}
                <span className="sr-only"> {t`of 5 stars`}</span>
              </span>
            )}
            <span className="capitalize">{difficultyNames[recipe.difficulty]}</span>
          </span>
          <span className="flex flex-wrap items-center gap-2">
            <StockBadge recipe={recipe} />
            {uses === null ? null : (
              <Badge tone="soon" className="max-w-full [&]:whitespace-normal">
                {uses}
              </Badge>
            )}
          </span>
        </span>
      </button>
    </li>
  )
})
