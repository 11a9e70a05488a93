import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { SuggestedShelfLife } from '../../contract.ts'
import { learnShelfLife } from '../../rules/learn-shelf-life.ts'
import { endedLotsOf } from '../store/ingredient-stock.ts'

const learnedDays = 730
const maxLots = 200

/** Suggests shelf lives from what became of the ingredient's lots in the last two years. Throws `not_found`. */
export async function suggestShelfLife(q: Reader, { householdId, today }: Member, ingredientId: string): Promise<SuggestedShelfLife[]> {
  const ingredient = await findIngredient(q, householdId, ingredientId)
  if (!ingredient) throw notFound()
  const lots = await endedLotsOf(q, householdId, ingredientId, addDays(today, -learnedDays), maxLots)
  return learnShelfLife(
    JSON.parse(ingredient.shelf_life),
    lots.map((lot) => ({
      storage: lot.storage,
      expirationDate: lot.expiration_date,
      addedOn: lot.added_on,
      openedOn: lot.opened_on,
      endedOn: lot.ended_on,
      isSpoiled: lot.is_spoiled === 1,
    })),
  )
}
