import { t } from '@lingui/core/macro'
import { Suspense, useMemo } from 'react'
import { DietsFailed, MealEatersDialog, type Person, ShortWarnings, useWhoEats } from '#domains/diets/web/index.ts'
import { listNames } from '#platform/shared/list-names.ts'
import type { PlanEntry } from '../../contract/index.ts'
import { toPlannedMeal } from '../../rules/to-planned-meal.ts'
import { useRecipe } from '../api/index.ts'
import { planMeals } from '../api/plan.ts'
import { formatWeekdayAndDate } from './plan-messages.ts'

const needsOf = ({ diets, allergens, avoids }: Person) => diets.length + allergens.length + avoids.length

/** Says who eats a planned meal if it isn't all members, and for whom of them it isn't or isn't checked. */
export function MealPeople({ entry }: { entry: PlanEntry }) {
  const { people, said, hasFailed } = useWhoEats(entry.date, entry.meal)
  const eaters = useMemo(() => people.filter((person) => needsOf(person) > 0), [people])
  const names = listNames(people.map(({ name }) => name))
  return (
    <>
      {said ? <p className="text-sm text-ink-soft">{people.length === 0 ? t`No one eats this meal` : t`For ${names}`}</p> : null}
      {entry.state === 'cooked' ? null : hasFailed ? (
        <Suspense fallback={null}>
          <DietsFailed />
        </Suspense>
      ) : eaters.length === 0 ? null : (
        <Warnings entry={entry} people={eaters} />
      )}
    </>
  )
}

const noLines: readonly never[] = []

function Warnings({ entry, people }: { entry: PlanEntry; people: readonly Person[] }) {
  const { recipeName: name, ingredientId } = entry
  const recipeId = entry.recipeId ?? entry.leftoverOf
  if (recipeId !== null) return <OfRecipe recipeId={recipeId} name={name} people={people} />
  if (ingredientId !== null) return <OfItem name={name} ingredientId={ingredientId} people={people} />
  return (
    <Suspense fallback={null}>
      <ShortWarnings lines={noLines} name={name} people={people} />
    </Suspense>
  )
}

function OfItem({ name, ingredientId, people }: { name: string; ingredientId: string; people: readonly Person[] }) {
  const lines = useMemo(() => [{ food: name, preparation: '', ingredientId, isDish: true }], [name, ingredientId])
  return (
    <Suspense fallback={null}>
      <ShortWarnings lines={lines} people={people} />
    </Suspense>
  )
}

function OfRecipe({ recipeId, name, people }: { recipeId: string; name: string; people: readonly Person[] }) {
  const { data, error } = useRecipe(recipeId)
  const lines = data?.lines ?? (error ? noLines : null)
  return lines ? (
    <Suspense fallback={null}>
      <ShortWarnings lines={lines} name={name} people={people} />
    </Suspense>
  ) : null
}

/** Asks who eats a planned meal. */
export function WhoEatsDialog({ entry, onClose }: { entry: PlanEntry; onClose: () => void }) {
  const { date, meal, recipeName } = entry
  const day = formatWeekdayAndDate(date)
  return (
    <Suspense fallback={null}>
      <MealEatersDialog
        meal={{ date, meal }}
        title={`${recipeName}, ${day}`}
        servings={entry.recipeId === null || entry.state === 'cooked' ? null : entry.servings}
        onServings={(servings) => planMeals([toPlannedMeal({ ...entry, servings })], t`${recipeName} is planned for ${day}`)}
        onClose={onClose}
      />
    </Suspense>
  )
}
