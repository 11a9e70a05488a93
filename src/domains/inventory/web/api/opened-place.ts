import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { storageAt } from '#domains/places/rules/list-places.ts'
import { placeTable } from '#domains/places/rules/local-places.ts'
import { deriveLocally } from '#platform/web/api/local-source.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { Lot } from '../../contract.ts'
import { type Place, placeAfterOpening } from '../../rules/locations.ts'

/** Returns where opening a lot moves it, as far as this device knows; null if it stays. */
export const openedPlace = (lot: Lot): Place | null =>
  deriveLocally(currentSession().household, (tables) => {
    const ingredient = tables.get(ingredientTable, lot.ingredient.id)
    // Rows stored by an earlier release have no `openedLocation`.
    const location = ingredient?.openedLocation ?? ''
    return ingredient ? placeAfterOpening(lot, ingredient, storageAt(tables.rows(placeTable), location)) : null
  }) ?? null
