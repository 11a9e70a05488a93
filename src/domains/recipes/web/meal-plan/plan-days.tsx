import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import {
  Check,
  EllipsisVertical,
  GripVertical,
  Pencil,
  Plus,
  Repeat,
  ShoppingBasket,
  Trash2,
  TriangleAlert,
  UsersRound,
  Utensils,
} from 'lucide-react'
import { useState } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { PlanEntry } from '../../contract/index.ts'
import { toPlannedMeal } from '../../rules/to-planned-meal.ts'
import { eatPlannedMeal, planMeals, removePlannedMeal, repeatPlannedMeal, stopRepeating } from '../api/plan.ts'
import { MealPeople, WhoEatsDialog } from './meal-people.tsx'
import {
  dateWords,
  dayWords,
  formatIngredientAmount,
  formatItem,
  formatItemAmount,
  formatMealServings,
  mealWords,
} from './plan-messages.ts'
import { draggedRecipeType } from './recipe-shelf.tsx'

interface Props {
  days: readonly CalendarDate[]
  today: CalendarDate
  entries: readonly PlanEntry[]
  mayChange: boolean
  onAdd: (date: CalendarDate) => void
  onChange: (entry: PlanEntry) => void
}

/** The week, one row per day. Meals and recipes can be dragged onto a day; buttons do the same for keyboard and touch. */
export function PlanDays({ days, today, entries, mayChange, onAdd, onChange }: Props) {
  const [hoveredDay, setHoveredDay] = useState<CalendarDate | null>(null)
  const drop = (day: CalendarDate, data: DataTransfer) => {
    setHoveredDay(null)
    const moved = entries.find(({ id }) => id === data.getData(draggedMeal))
    if (moved && moved.date !== day) {
      void planMeals([{ ...toPlannedMeal(moved), date: day }], t`Moved ${moved.recipeName} to ${dayWords(day, today)}`)
    }
    const [recipeId, name = ''] = data.getData(draggedRecipeType).split('\n')
    if (recipeId) void planMeals([{ date: day, recipeId }], t`Planned ${name} for ${dayWords(day, today)}`)
  }
  return (
    <ol aria-label={t`Meal plan`} className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
      {days.map((day) => {
        const meals = entries.filter(({ date }) => date === day)
        return (
          <li
            key={day}
            onDragOver={(event) => {
              if (!mayChange || !event.dataTransfer.types.some((type) => type === draggedMeal || type === draggedRecipeType)) return
              event.preventDefault()
              setHoveredDay(day)
            }}
            onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setHoveredDay(null)}
            onDrop={(event) => {
              event.preventDefault()
              drop(day, event.dataTransfer)
            }}
            className={clsx(
              'grid grid-cols-[1fr_auto] items-start gap-x-3 gap-y-1 p-3 sm:grid-cols-[7rem_1fr_auto]',
              hoveredDay === day && 'bg-herb-soft',
            )}
          >
            <h2 className="flex min-h-11 flex-col justify-center leading-tight max-sm:flex-row max-sm:items-center max-sm:justify-start max-sm:gap-2">
              <span className={clsx('font-semibold first-letter:uppercase', day === today && 'text-herb-ink')}>{dayWords(day, today)}</span>
              <span className="figures text-sm text-ink-soft">{dateWords(day)}</span>
            </h2>
            <div className="max-sm:order-last max-sm:col-span-2">
              {meals.length === 0 ? (
                <p className="flex min-h-11 items-center text-ink-soft max-sm:hidden">{t`Nothing planned`}</p>
              ) : (
                <ul className="grid gap-2">
                  {meals.map((entry) => (
                    <MealCard key={entry.id} entry={entry} today={today} mayChange={mayChange} onChange={() => onChange(entry)} />
                  ))}
                </ul>
              )}
            </div>
            {mayChange ? (
              <IconButton
                label={t`Add a meal on ${dateWords(day)}`}
                variant="quiet"
                icon={<Plus aria-hidden="true" />}
                onClick={() => onAdd(day)}
              />
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

/** Drag data: a planned meal's id. */
const draggedMeal = 'application/x-larder-meal'

interface MealCardProps {
  entry: PlanEntry
  today: CalendarDate
  mayChange: boolean
  onChange: () => void
}

/** A planned meal with its servings and stock. */
function MealCard({ entry, today, mayChange, onChange }: MealCardProps) {
  const isOpen = entry.state === 'planned'
  const [isChoosing, setChoosing] = useState(false)
  const isItem = entry.inventoryItemId !== null || entry.ingredientId !== null
  const canEat = isOpen && isItem && (entry.ingredientId !== null || entry.storage !== null)
  // What isn't lacking is there.
  const isDue = canEat && entry.date <= today && lackingOf(entry) === 0
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
          <MealName entry={entry} />
          <p className="text-sm text-ink-soft">
            <span className="figures">{describeMeal(entry)}</span>
            {entry.everyWeeks === null ? null : <RepeatMark everyWeeks={entry.everyWeeks} />}
          </p>
        </div>
        {mayChange && isDue ? (
          <Button variant="quiet" icon={<Utensils aria-hidden="true" className="size-5" />} onClick={() => void eatPlannedMeal(entry)}>
            {t`Eaten`}
          </Button>
        ) : (
          <MealState entry={entry} />
        )}
        <div className="basis-full empty:hidden">
          <MealPeople entry={entry} />
        </div>
      </div>
      {mayChange ? (
        <Menu trigger={<IconButton label={t`More for ${entry.recipeName}`} icon={<EllipsisVertical aria-hidden="true" />} />} align="end">
          {isOpen ? (
            <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={onChange}>
              {changeWords(entry)}
            </MenuItem>
          ) : null}
          <MenuItem icon={<UsersRound aria-hidden="true" />} onSelect={() => setChoosing(true)}>
            {t`Who eats?`}
          </MenuItem>
          {isOpen ? <RepeatItems entry={entry} /> : null}
          {canEat ? (
            <MenuItem icon={<Utensils aria-hidden="true" />} onSelect={() => void eatPlannedMeal(entry)}>
              {t`Eaten`}
            </MenuItem>
          ) : null}
          <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => void removePlannedMeal(entry)}>
            {t`Remove from plan`}
          </MenuItem>
        </Menu>
      ) : null}
      {isChoosing ? <WhoEatsDialog entry={entry} onClose={() => setChoosing(false)} /> : null}
    </li>
  )
}

function RepeatMark({ everyWeeks }: { everyWeeks: number }) {
  return (
    <span className="flex items-center gap-1">
      <Repeat aria-hidden="true" className="size-3.5 shrink-0" /> {everyWeeks === 1 ? t`Every week` : t`Every 2 weeks`}
    </span>
  )
}

/** Repeats a meal, or ends that. Leftovers are eaten once. */
function RepeatItems({ entry }: { entry: PlanEntry }) {
  if (entry.everyWeeks !== null)
    return (
      <MenuItem icon={<Repeat aria-hidden="true" />} onSelect={() => void stopRepeating(entry)}>
        {t`Stop repeating`}
      </MenuItem>
    )
  if (entry.inventoryItemId !== null) return null
  return (
    <>
      <MenuItem icon={<Repeat aria-hidden="true" />} onSelect={() => void repeatPlannedMeal(entry, 1)}>
        {t`Repeat every week`}
      </MenuItem>
      <MenuItem icon={<Repeat aria-hidden="true" />} onSelect={() => void repeatPlannedMeal(entry, 2)}>
        {t`Repeat every 2 weeks`}
      </MenuItem>
    </>
  )
}

/** Opens the recipe of a meal or leftovers that have one. */
function MealName({ entry: { id, recipeId, leftoverOf, recipeName, servings, state } }: { entry: PlanEntry }) {
  const shownId = recipeId ?? leftoverOf
  if (shownId === null) return <p className="display break-words text-lg leading-tight">{recipeName}</p>
  return (
    <Link
      to="/recipes"
      search={recipeId !== null && state === 'planned' ? { recipe: recipeId, entry: id, servings } : { recipe: shownId }}
      draggable={false}
      className="display block text-lg leading-tight text-ink no-underline hover:underline"
    >
      {recipeName}
    </Link>
  )
}

function changeWords({ inventoryItemId, ingredientId, recipeId }: PlanEntry): string {
  if (inventoryItemId !== null) return t`Change day or portions`
  if (ingredientId !== null) return t`Change day or amount`
  return recipeId === null ? t`Change day or text` : t`Change day or servings`
}

/** `Dinner for 4`, `Dinner · 2 portions in the freezer` */
function describeMeal(entry: PlanEntry): string {
  if (entry.recipeId !== null) return formatMealServings(entry.meal, entry.servings)
  const meal = mealWords[entry.meal]
  if (entry.quantity === null) return meal
  if (entry.inventoryItemId === null) return `${meal} · ${formatIngredientAmount(entry)}`
  return `${meal} · ${entry.state === 'cooked' ? formatItemAmount(entry) : formatItem(entry)}`
}

const lackingOf = ({ stock }: Pick<PlanEntry, 'stock'>) => stock.short + stock.missing

function MealState({ entry }: { entry: PlanEntry }) {
  const { state, stock, inventoryItemId } = entry
  const lacking = lackingOf(entry)
  if (state === 'cooked')
    return (
      <Badge tone="herb" icon={Check}>
        {entry.quantity === null ? t`Cooked` : t`Eaten`}
      </Badge>
    )
  if (stock.total === 0) return null
  if (inventoryItemId !== null && lacking > 0)
    return (
      <Badge tone="soon" icon={TriangleAlert}>
        {entry.storage === null ? t`No longer in stock` : stock.short > 0 ? t`Only part of it is left` : t`Not available on that day`}
      </Badge>
    )
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
