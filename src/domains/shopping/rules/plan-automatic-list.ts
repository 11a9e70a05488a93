import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { isSameItem } from './merge-rows.ts'
import { isBelowPar, type ListedRow, type ListPlan, type ParIngredient, planList } from './plan-list.ts'

/** An ingredient below its par level that the list has seen, with the row that was about it last. */
export interface RestockCause {
  id: string
  ingredientId: string
  itemId: string
  /** Its row was bought and put away. */
  isPutAway: boolean
}

export interface AutomaticListPlan extends Pick<ListPlan, 'add' | 'change' | 'remove'> {
  /** Ids of causes that ended or have another row now. */
  endedCauses: string[]
  /** Causes to remember. Those of added rows aren't among them. */
  newCauses: Pick<RestockCause, 'ingredientId' | 'itemId'>[]
}

/**
 * Plans what a list that writes itself does: like `planList`, but it adds nothing about what a row is there for already, and nothing that a
 * person took off the list, until the ingredient was back at its par level. What was put away without reaching it is added again. Idempotent.
 */
export function planAutomaticList(
  ingredients: readonly ParIngredient[],
  rows: readonly ListedRow[],
  causes: readonly RestockCause[],
): AutomaticListPlan {
  const plan = planList(ingredients, rows)
  const unknown = new Set(plan.notCompared.map(({ id }) => id))
  const isUnknown = ({ ingredientId }: ListedRow) => ingredientId !== null && unknown.has(ingredientId)
  const remove = new Set(rows.filter((row) => plan.remove.includes(row.id) && !isUnknown(row)).map(({ id }) => id))
  const known = Map.groupBy(causes, ({ ingredientId }) => ingredientId)
  const due = new Set<string>()
  const [endedCauses, newCauses]: [string[], AutomaticListPlan['newCauses']] = [[], []]
  for (const ingredient of ingredients) {
    const own = known.get(ingredient.id) ?? []
    known.delete(ingredient.id)
    const isBelow = isBelowPar(ingredient)
    if (isBelow === null) continue
    if (!isBelow) {
      endedCauses.push(...own.map(({ id }) => id))
      continue
    }
    const thing = { ingredientId: ingredient.id, ingredientKey: ingredientKey(ingredient.name) }
    const listed = rows.find((row) => !remove.has(row.id) && isSameItem(row, thing))
    if (listed) {
      if (own.length === 1 && own[0]?.itemId === listed.id) continue
      endedCauses.push(...own.map(({ id }) => id))
      newCauses.push({ ingredientId: ingredient.id, itemId: listed.id })
    } else if (own.every(({ isPutAway }) => isPutAway)) {
      endedCauses.push(...own.map(({ id }) => id))
      due.add(ingredient.id)
    }
  }
  // Of ingredients that were deleted or have no par level any more.
  for (const gone of known.values()) endedCauses.push(...gone.map(({ id }) => id))
  // What isn't added doesn't count for what it is a kind of.
  const skipped = new Set(plan.add.flatMap(({ ingredientId }) => (due.has(ingredientId) ? [] : ingredientId)))
  const { add, change } = skipped.size === 0 ? plan : planList(ingredients, rows, skipped)
  return {
    add: add.filter(({ ingredientId }) => due.has(ingredientId)),
    change,
    remove: [...remove],
    endedCauses,
    newCauses,
  }
}
