import { plural, t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { Check, EllipsisVertical, GripVertical, Pencil, ShoppingBasket, Trash2 } from 'lucide-react'
import { Badge } from '#platform/web/ui/badge.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import type { PlanEntry } from '../../contract/index.ts'
import { unplan } from '../api/plan.ts'
import { mealFor } from './plan-messages.ts'

/** Drag data: a planned meal's id. */
export const draggedMeal = 'application/x-larder-meal'

interface Props {
  entry: PlanEntry
  mayChange: boolean
  onChange: () => void
}

/** A planned meal with its servings and stock. */
export function MealCard({ entry, mayChange, onChange }: Props) {
  const isOpen = entry.state === 'planned'
  const opened = isOpen ? { recipe: entry.recipeId, entry: entry.id, servings: entry.servings } : { recipe: entry.recipeId }
  return (
    <li
      draggable={mayChange && isOpen}
      onDragStart={(event) => event.dataTransfer.setData(draggedMeal, entry.id)}
      className="flex items-center gap-2 rounded-tile border border-line bg-paper py-1 pe-1 ps-3"
    >
      {mayChange && isOpen ? (
        <GripVertical aria-hidden="true" className="-ms-1 size-4 shrink-0 cursor-grab text-ink-faint max-rail:hidden" />
      ) : null}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1">
        <div className="min-w-0">
          <Link
            to="/recipes"
            search={opened}
            draggable={false}
            className="display block text-lg leading-tight text-ink no-underline hover:underline"
          >
            {entry.recipeName}
          </Link>
          <p className="text-sm text-ink-soft">
            <span className="figures">{mealFor(entry.meal, entry.servings)}</span>
          </p>
        </div>
        <MealState entry={entry} />
      </div>
      {mayChange ? (
        <Menu trigger={<IconButton label={t`More for ${entry.recipeName}`} icon={<EllipsisVertical aria-hidden="true" />} />} align="end">
          {isOpen ? (
            <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={onChange}>
              {t`Change day or servings`}
            </MenuItem>
          ) : null}
          <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => void unplan(entry)}>
            {t`Remove from plan`}
          </MenuItem>
        </Menu>
      ) : null}
    </li>
  )
}

function MealState({ entry: { state, stock } }: { entry: PlanEntry }) {
  const lacking = stock.short + stock.missing
  if (state === 'cooked')
    return (
      <Badge tone="herb" icon={Check}>
        {t`Cooked`}
      </Badge>
    )
  if (stock.total === 0) return null
  return lacking === 0 ? (
    <Badge tone="herb" icon={Check}>
      {t`Everything in stock`}
    </Badge>
  ) : (
    <Badge tone="stone" icon={ShoppingBasket}>
      {plural(lacking, { one: '# missing', other: '# missing' })}
    </Badge>
  )
}
