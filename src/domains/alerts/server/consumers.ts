import { changeUndone, householdChanged } from '#domains/households/contract/index.ts'
import { ingredientsChanged, ingredientsRemoved } from '#domains/ingredients/contract/bulk-edit.ts'
import { ingredientChanged, ingredientRemoved, ingredientsMerged } from '#domains/ingredients/contract/index.ts'
import { parentsOf } from '#domains/ingredients/server/index.ts'
import { itemEdited } from '#domains/inventory/contract.ts'
import type { ChangeConsumer } from '#platform/server/changes/change-consumer-interface.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { activeLotIdsOf, ingredientsOfLots } from './store.ts'
import { type CauserOf, noCauser, type ReconcileScope, reconcileAlerts } from './use-cases/reconcile-alerts.ts'

/** With more changed lots and ingredients than this, reconciling everything is cheaper. */
const maxNamed = 300

/** Changes that may move a lot from or to another ingredient, or shift every date (time zone), without naming the ingredients. */
const affectAnyIngredient = new Set<string>([
  itemEdited.name,
  changeUndone.name,
  householdChanged.name,
  // What counts as what may have changed.
  ingredientChanged.name,
  ingredientRemoved.name,
  ingredientsMerged.name,
  ingredientsChanged.name,
  ingredientsRemoved.name,
])

/** Changes of an ingredient itself. */
const changeIngredients = new Set<string>([ingredientChanged.name, ingredientsMerged.name, ingredientsChanged.name, changeUndone.name])

interface Touched {
  /** With the user who changed it last. */
  lots: Map<string, UserId | null>
  ingredients: Map<string, UserId | null>
  anyIngredient: boolean
  /** Ingredients whose days of warning may have changed, which matters to all their lots. */
  changedIngredients: string[]
}

/** Reads the lots and ingredients from the payloads; changes of every domain name them in the same fields. */
function touchedBy(changes: readonly Change[]): Touched {
  const touched: Touched = { lots: new Map(), ingredients: new Map(), anyIngredient: false, changedIngredients: [] }
  for (const { name, payload, actorId } of changes) {
    const { lots, ingredientId, ingredientIds } = payload as { lots?: { lotId: string }[]; ingredientId?: string; ingredientIds?: string[] }
    for (const { lotId } of lots ?? []) touched.lots.set(lotId, actorId)
    const named = [ingredientId, ...(ingredientIds ?? [])].filter((id) => typeof id === 'string')
    for (const id of named) touched.ingredients.set(id, actorId)
    if (changeIngredients.has(name)) touched.changedIngredients.push(...named)
    if (affectAnyIngredient.has(name)) touched.anyIngredient = true
  }
  return touched
}

/** Returns the user whose change names the lot or its ingredient; for others the user who made all changes, if it is one. */
function causerAmong({ lots, ingredients }: Touched, changes: readonly Change[]): CauserOf {
  const [first, ...others] = new Set(changes.map(({ actorId }) => actorId))
  const only = others.length === 0 ? (first ?? null) : null
  return (subjectId, ingredientId) => lots.get(subjectId) ?? ingredients.get(ingredientId) ?? only
}

/** Reconciles alerts when stock changes and when a day begins. */
export const alertConsumer: ChangeConsumer = {
  name: 'alerts',
  async consume(tx, context, changes) {
    const touched = touchedBy(changes)
    const { lots, ingredients, anyIngredient, changedIngredients } = touched
    if (lots.size + ingredients.size === 0 && !anyIngredient) return
    let extent: ReconcileScope = 'all'
    if (lots.size + ingredients.size <= maxNamed) {
      const lotIds = [...new Set([...lots.keys(), ...(await activeLotIdsOf(tx, context.householdId, changedIngredients))])]
      for (const { id, ingredientId } of await ingredientsOfLots(tx, context.householdId, lotIds))
        ingredients.set(ingredientId, ingredients.get(ingredientId) ?? lots.get(id) ?? null)
      // Those that others are kinds of are raised by a change of their kinds.
      for (const { id, parentId } of await parentsOf(tx, context.householdId, [...ingredients.keys()]))
        ingredients.set(parentId, ingredients.get(parentId) ?? ingredients.get(id) ?? null)
      extent = { lotIds, ingredientIds: anyIngredient ? 'all' : [...ingredients.keys()] }
    }
    const causerOf = causerAmong(touched, changes)
    while (await reconcileAlerts(tx, context, extent, causerOf));
  },
  newDay: (tx, context) => reconcileAlerts(tx, context, 'all', noCauser),
}
