import { t } from '@lingui/core/macro'
import { GripVertical } from 'lucide-react'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { useRecipes } from '../api/index.ts'
import { formatExpiringUses } from '../recipe-list/recipe-card.tsx'

const max = 8

/** Drag data: a recipe's id and, on the next line, its name. */
export const draggedRecipeType = 'application/x-larder-recipe'

/** Recipes that use what expires soon, for dragging onto a day. Each day's button does the same without a mouse. */
export function RecipeShelf() {
  const { recipes = [] } = useRecipes({ search: '', category: 'all', tag: null, stock: 'any', sort: 'uses', ingredient: null })
  const shown = recipes.filter(({ uses }) => uses.length > 0).slice(0, max)
  if (shown.length === 0) return null
  return (
    <Card className="max-rail:hidden">
      <CardHeader title={t`Uses up soonest`} />
      <p className="mt-1 text-sm text-ink-soft">{t`Drag one onto a day.`}</p>
      <ul className="mt-3 space-y-2">
        {shown.map((recipe) => (
          <li
            key={recipe.id}
            draggable
            onDragStart={(event) => event.dataTransfer.setData(draggedRecipeType, `${recipe.id}\n${recipe.name}`)}
            className="flex cursor-grab items-start gap-2 rounded-tile border border-line bg-paper p-2"
          >
            <GripVertical aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-faint" />
            <span className="min-w-0">
              <span className="display block leading-tight">{recipe.name}</span>
              <span className="block text-sm text-soon-ink">{formatExpiringUses(recipe)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
