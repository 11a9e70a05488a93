import { t } from '@lingui/core/macro'
import { CalendarCheck, Check, Clock, Heart, Star, Users } from 'lucide-react'
import { memo } from 'react'
import { formatNumber } from '#platform/shared/say.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { RecipeListItem as Card } from '../../contract/index.ts'
import { totalMinutes } from '../../rules/recipe-time.ts'
import { RecipePicture } from '../dish-picture/recipe-picture.tsx'
import { difficultyNames, formatMinutes, missingOf } from './use-recipe-filters.ts'

/** Ingredients that last longer aren't worth a line. */
const maxDaysLeft = 3

/** Returns which ingredients that are in stock expire first, in one line; null if none does within three days. */
export function formatExpiringUses({ uses }: Pick<Card, 'uses'>): string | null {
  const inStock = uses.filter(({ daysLeft, isShort }) => !isShort && daysLeft <= maxDaysLeft)
  const [first] = inStock
  if (!first) return null
  // Until when the last of those named has to be used.
  const days = Math.max(first.daysLeft, ...inStock.map(({ daysLeft }) => daysLeft).filter((left) => left <= 1))
  const food = first.ingredientName
  const more = inStock.filter(({ daysLeft }) => daysLeft <= days).length - 1
  if (days === 0) return more === 0 ? t`Uses ${food} today` : t`Uses ${food} + ${more} today`
  if (days === 1) return more === 0 ? t`Uses ${food} by tomorrow` : t`Uses ${food} + ${more} by tomorrow`
  return more === 0 ? t`Uses ${food} (${days} days left)` : t`Uses ${food} + ${more} (${days} days left)`
}

export function StockBadge({ recipe }: { recipe: Pick<Card, 'stock'> }) {
  const { have, total } = recipe.stock
  if (total === 0) return null
  const isAll = missingOf(recipe) === 0
  return (
    <Badge tone={isAll ? 'herb' : 'stone'} className="max-w-full [&]:whitespace-normal" {...(isAll ? { icon: Check } : {})}>
      {isAll ? t`Can cook now` : t`${have} of ${total} in stock`}
    </Badge>
  )
}

/** A card with a picture; on a phone a row with a small one. */
export const RecipeCard = memo(function RecipeCard({
  recipe,
  lastMade,
  onOpen,
}: {
  recipe: Card
  /** The day it was last made; null if it isn't shown. */
  lastMade: string | null
  onOpen: (id: string) => void
}) {
  const uses = formatExpiringUses(recipe)
  const time = totalMinutes(recipe)
  return (
    // Cards out of view aren't laid out. Only their height is estimated: an estimated width would widen the page.
    <li className="min-w-0 [contain-intrinsic-block-size:auto_5.5rem] [content-visibility:auto] max-sm:border-b max-sm:border-line max-sm:last:border-b-0 sm:[contain-intrinsic-block-size:auto_22rem]">
      <button
        type="button"
        onClick={() => onOpen(recipe.id)}
        className="group flex w-full overflow-hidden text-start max-sm:items-center max-sm:gap-3 max-sm:px-3 max-sm:py-2 max-sm:outline-offset-[-3px] max-sm:active:bg-hover sm:h-full sm:flex-col sm:rounded-card sm:border sm:border-line sm:bg-card sm:hover:border-edge"
      >
        <RecipePicture
          recipe={recipe}
          className="max-sm:size-14 max-sm:shrink-0 max-sm:rounded-tile sm:h-28 sm:w-full sm:border-b sm:border-line"
        />
        <span className="flex min-w-0 flex-1 flex-col gap-1 sm:gap-2 sm:p-4">
          <span className="display leading-tight group-hover:underline max-sm:line-clamp-2 sm:text-xl">
            {recipe.name}
            {recipe.isFavorite ? (
              <Heart role="img" aria-label={t`Favorite`} className="ms-1.5 inline size-4 fill-late align-baseline text-late-ink" />
            ) : null}
          </span>
          {recipe.description === '' ? null : (
            <span className="line-clamp-2 text-sm text-ink-soft max-sm:hidden">{recipe.description}</span>
          )}
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft sm:mt-auto sm:gap-x-3 sm:pt-1">
            {time > 0 ? (
              <span className="figures inline-flex items-center gap-1">
                <Clock aria-hidden="true" className="size-4" /> {formatMinutes(time)}
              </span>
            ) : null}
            {lastMade === null ? null : (
              <span className="figures inline-flex items-center gap-1">
                <CalendarCheck aria-hidden="true" className="size-4" /> {lastMade}
              </span>
            )}
            <span className="contents max-sm:hidden">
              <span className="figures inline-flex items-center gap-1">
                <Users aria-hidden="true" className="size-4" /> {recipe.servings}
                <span className="sr-only"> {t`servings`}</span>
              </span>
              {recipe.rating === null ? null : (
                <span className="figures inline-flex items-center gap-1">
                  <Star aria-hidden="true" className="size-4" /> {formatNumber(recipe.rating)}
                  <span className="sr-only"> {t`of 5 stars`}</span>
                </span>
              )}
              <span className="capitalize">{difficultyNames[recipe.difficulty]}</span>
            </span>
            <span className="flex min-w-0 flex-wrap items-center gap-2 max-sm:contents sm:basis-full">
              <StockBadge recipe={recipe} />
              {uses === null ? null : (
                <Badge tone="soon" className="max-w-full max-sm:bg-transparent! max-sm:px-0! max-sm:py-0! sm:[&]:whitespace-normal">
                  <span className="max-sm:truncate">{uses}</span>
                </Badge>
              )}
            </span>
          </span>
        </span>
      </button>
    </li>
  )
})
