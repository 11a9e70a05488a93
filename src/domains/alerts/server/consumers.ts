import { changeUndone, householdChanged } from '#domains/households/contract/index.ts'
import { itemEdited } from '#domains/inventory/contract.ts'
import type { ChangeConsumer } from '#platform/server/changes/change-consumer.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import { ingredientsOfLots } from './store.ts'
import { type ReconcileScope, reconcileAlerts } from './use-cases/reconcile-alerts.ts'

/** With more changed lots and ingredients than this, reconciling everything is cheaper. */
const maxNamed = 300

/** Changes that may move a lot from or to another ingredient, or shift every date (time zone), without naming the ingredients. */
const affectAnyIngredient = new Set<string>([itemEdited.name, changeUndone.name, householdChanged.name])

interface Touched {
  lotIds: Set<string>
  ingredientIds: Set<string>
  anyIngredient: boolean
}

/** Reads the lots and the ingredient from the payloads; changes of every domain name them in the same fields. */
function touchedBy(changes: readonly Change[]): Touched {
  const touched: Touched = { lotIds: new Set(), ingredientIds: new Set(), anyIngredient: false }
  for (const { name, payload } of changes) {
    const { lots, ingredientId } = payload as { lots?: { lotId: string }[]; ingredientId?: string }
    for (const { lotId } of lots ?? []) touched.lotIds.add(lotId)
    if (typeof ingredientId === 'string') touched.ingredientIds.add(ingredientId)
    if (affectAnyIngredient.has(name)) touched.anyIngredient = true
  }
  return touched
}

/** Reconciles alerts when stock changes and when a day begins. */
export const alertConsumer: ChangeConsumer = {
  name: 'alerts',
  async consume(tx, context, changes) {
    const { lotIds, ingredientIds, anyIngredient } = touchedBy(changes)
    if (lotIds.size + ingredientIds.size === 0 && !anyIngredient) return
    let extent: ReconcileScope = 'all'
    if (lotIds.size + ingredientIds.size <= maxNamed) {
      const ingredients = await ingredientsOfLots(tx, context.householdId, [...lotIds])
      extent = { lotIds: [...lotIds], ingredientIds: anyIngredient ? 'all' : [...new Set([...ingredientIds, ...ingredients])] }
    }
    while (await reconcileAlerts(tx, context, extent));
  },
  newDay: (tx, context) => reconcileAlerts(tx, context, 'all'),
}
