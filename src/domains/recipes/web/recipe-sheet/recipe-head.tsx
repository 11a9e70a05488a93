import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import {
  BookOpen,
  Copy,
  EllipsisVertical,
  ExternalLink,
  Heart,
  ImageOff,
  Minus,
  Pencil,
  Plus,
  Printer,
  Share2,
  Star,
  Tag,
  Trash2,
} from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import type { Recipe } from '../../contract/index.ts'
import { totalMinutes } from '../../rules/recipe-time.ts'
import { useCookbooks } from '../api/cookbooks.ts'
import { duplicate, editRecipe, removePhoto, removeRecipe } from '../api/index.ts'
import { RecipePicture } from '../dish-picture/recipe-picture.tsx'
import { difficultyNames, formatMinutes } from '../recipe-list/use-recipe-filters.ts'

interface Props {
  recipe: Recipe
  mayChange: boolean
  onEdit: () => void
  onShare: () => void
  onCopy: (id: string) => void
  onRemoved: () => void
  onTag: (tag: string) => void
  /** Chooses its cookbooks. */
  onFile: () => void
  onCookbook: (id: string) => void
  attempt: (work: () => Promise<unknown>, failed: string) => Promise<void>
}

/** A recipe's facts, rating, tags and actions. */
export function RecipeHead({ recipe, mayChange, onEdit, onShare, onCopy, onRemoved, onTag, onFile, onCookbook, attempt }: Props) {
  const facts: [string, string][] = [
    [t`Prep time`, recipe.prepTime > 0 ? formatMinutes(recipe.prepTime) : '—'],
    [t`Cook time`, recipe.cookTime > 0 ? formatMinutes(recipe.cookTime) : '—'],
    ...(totalMinutes(recipe) > recipe.prepTime + recipe.cookTime
      ? [[t`Total time`, formatMinutes(totalMinutes(recipe))] satisfies [string, string]]
      : []),
    [t`Servings`, String(recipe.servings)],
    [t`Difficulty`, difficultyNames[recipe.difficulty]],
  ]
  return (
    <header className="space-y-4">
      {recipe.image === null ? null : <RecipePicture recipe={recipe} className="h-44 w-full rounded-tile" />}
      {recipe.description === '' ? null : <p className="whitespace-pre-line text-ink-soft">{recipe.description}</p>}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="figures font-semibold first-letter:uppercase">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center justify-between gap-3">
        <RatingStars
          rating={recipe.rating}
          onRate={
            mayChange ? (rating) => void attempt(() => editRecipe(recipe, { rating }, { rating }), t`Failed to rate the recipe`) : undefined
          }
        />
        <div className="flex items-center">
          {mayChange ? (
            <FavoriteButton
              isFavorite={recipe.isFavorite}
              onChange={(isFavorite) =>
                void attempt(() => editRecipe(recipe, { isFavorite }, { isFavorite }), t`Failed to save the recipe`)
              }
            />
          ) : null}
          <Menu trigger={<IconButton label={t`More`} icon={<EllipsisVertical aria-hidden="true" />} />} align="end">
            {mayChange ? (
              <>
                <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={onEdit}>
                  {t`Edit`}
                </MenuItem>
                <MenuItem
                  icon={<Copy aria-hidden="true" />}
                  onSelect={() => void attempt(async () => onCopy((await duplicate(recipe)).id), t`Failed to copy the recipe`)}
                >
                  {t`Duplicate`}
                </MenuItem>
              </>
            ) : null}
            {mayChange && recipe.image !== null ? (
              <MenuItem
                icon={<ImageOff aria-hidden="true" />}
                onSelect={() => void attempt(() => removePhoto(recipe.id), t`Failed to remove the photo`)}
              >
                {t`Remove photo`}
              </MenuItem>
            ) : null}
            {mayChange ? (
              <MenuItem icon={<BookOpen aria-hidden="true" />} onSelect={onFile}>
                {t`Cookbooks`}
              </MenuItem>
            ) : null}
            {mayChange ? (
              <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={onShare}>
                {t`Share a link`}
              </MenuItem>
            ) : null}
            <MenuItem icon={<Printer aria-hidden="true" />} onSelect={() => window.print()}>
              {t`Print`}
            </MenuItem>
            {mayChange ? (
              <MenuItem
                icon={<Trash2 aria-hidden="true" />}
                danger
                onSelect={() => void attempt(() => removeRecipe(recipe).then(onRemoved), t`Failed to remove the recipe`)}
              >
                {t`Delete`}
              </MenuItem>
            ) : null}
          </Menu>
        </div>
      </div>
      {recipe.tags.length === 0 ? null : (
        <ul aria-label={t`Tags`} className="flex flex-wrap gap-2">
          {recipe.tags.map((tag) => (
            <li key={tag}>
              <Button variant="quiet" onClick={() => onTag(tag)}>
                <Tag aria-hidden="true" className="size-4" /> {tag}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <InCookbooks recipe={recipe} onShow={onCookbook} />
      {recipe.sourceUrl === null ? null : (
        <a
          href={recipe.sourceUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-herb-ink underline"
        >
          <ExternalLink aria-hidden="true" className="size-4" /> {t`Source`}
        </a>
      )}
    </header>
  )
}

/** The cookbooks that a recipe is in. */
function InCookbooks({ recipe, onShow }: { recipe: Recipe; onShow: (id: string) => void }) {
  const cookbooks = useCookbooks().filter(({ recipeIds }) => recipeIds.includes(recipe.id))
  if (cookbooks.length === 0) return null
  return (
    <ul aria-label={t`Cookbooks`} className="flex flex-wrap gap-2">
      {cookbooks.map(({ id, name }) => (
        <li key={id} className="max-w-full">
          <Button variant="quiet" onClick={() => onShow(id)} className="max-w-full">
            <BookOpen aria-hidden="true" className="size-4 shrink-0" /> <span className="truncate">{name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

export function ServingsStepper({ servings, onChange }: { servings: number; onChange: (servings: number) => void }) {
  return (
    <fieldset aria-label={t`Servings`} className="inline-flex items-center gap-1">
      <IconButton
        label={t`Fewer servings`}
        icon={<Minus aria-hidden="true" />}
        disabled={servings <= 1}
        onClick={() => onChange(servings - 1)}
      />
      <output aria-live="polite" className="figures min-w-24 text-center font-semibold">
        {plural(servings, { one: '# serving', other: '# servings' })}
      </output>
      <IconButton
        label={t`More servings`}
        icon={<Plus aria-hidden="true" />}
        disabled={servings >= 500}
        onClick={() => onChange(servings + 1)}
      />
    </fieldset>
  )
}

function FavoriteButton({ isFavorite, onChange }: { isFavorite: boolean; onChange: (isFavorite: boolean) => void }) {
  return (
    <IconButton
      label={t`Favorite`}
      aria-pressed={isFavorite}
      icon={<Heart aria-hidden="true" className={isFavorite ? 'fill-late text-late-ink' : ''} />}
      onClick={() => onChange(!isFavorite)}
    />
  )
}

const stars = [1, 2, 3, 4, 5] as const

/** A tap rates; tapping the same star again removes the rating. Read-only without `onRate`. */
export function RatingStars({ rating, onRate }: { rating: number | null; onRate?: ((rating: number | null) => void) | undefined }) {
  if (!onRate && rating === null) return null
  const look = (star: number) => clsx('size-5', rating !== null && rating >= star - 0.25 ? 'fill-soon text-soon-ink' : 'text-ink-faint')
  if (!onRate)
    return (
      <p className="figures flex items-center gap-1 font-semibold">
        <Star aria-hidden="true" className={look(1)} /> {rating} <span className="sr-only">{t`of 5 stars`}</span>
      </p>
    )
  return (
    <fieldset aria-label={t`Rating`} className="-ms-3 flex">
      {stars.map((star) => (
        <button
          key={star}
          type="button"
          aria-label={plural(star, { one: '# star', other: '# stars' })}
          aria-pressed={rating !== null && Math.round(rating) === star}
          onClick={() => onRate(rating === star ? null : star)}
          className="flex size-11 items-center justify-center rounded-control hover:bg-hover"
        >
          <Star aria-hidden="true" className={look(star)} />
        </button>
      ))}
    </fieldset>
  )
}
