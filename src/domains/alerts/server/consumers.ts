import { changeUndone, householdChanged } from '#domains/households/contract/index.ts'
import { itemEdited } from '#domains/inventory/contract.ts'
import type { ChangeConsumer } from '#platform/server/changes/consumers.ts'
import type { Change } from '#platform/server/changes/log.ts'
import { ingredientsOfLots } from './store.ts'
import { type Extent, reconcile } from './use-cases/reconcile.ts'

/** From here on looking at everything costs less than naming what changed. */
const maxNamed = 300

/** A lot may have become one of another food, or no longer be that; and every food is counted anew in another time zone. */
const canEndAlerts = new Set<string>([itemEdited.name, changeUndone.name, householdChanged.name])

interface Touched {
  lotIds: Set<string>
  ingredientIds: Set<string>
  /** A lot may have become one of another food, and which one it was is not told. */
  anyIngredient: boolean
}

/** Every change that touches stock or a food names the lots or the food in its payload, whatever domain it is of. */
function touchedBy(changes: readonly Change[]): Touched {
  const touched: Touched = { lotIds: new Set(), ingredientIds: new Set(), anyIngredient: false }
  for (const { name, payload } of changes) {
    const { lots, ingredientId } = payload as { lots?: { lotId: string }[]; ingredientId?: string }
    for (const { lotId } of lots ?? []) touched.lotIds.add(lotId)
    if (typeof ingredientId === 'string') touched.ingredientIds.add(ingredientId)
    if (canEndAlerts.has(name)) touched.anyIngredient = true
  }
  return touched
}

/** Alerts follow from changes of stock and from new days. */
export const alertConsumer: ChangeConsumer = {
  name: 'alerts',
  async consume(tx, context, changes) {
    const { lotIds, ingredientIds, anyIngredient } = touchedBy(changes)
    if (lotIds.size + ingredientIds.size === 0 && !anyIngredient) return
    let extent: Extent = 'all'
    if (lotIds.size + ingredientIds.size <= maxNamed) {
      const ingredients = await ingredientsOfLots(tx, context.householdId, [...lotIds])
      extent = { lotIds: [...lotIds], ingredientIds: anyIngredient ? 'all' : [...new Set([...ingredientIds, ...ingredients])] }
    }
    while (await reconcile(tx, context, extent));
  },
  newDay: (tx, context) => reconcile(tx, context, 'all'),
}
