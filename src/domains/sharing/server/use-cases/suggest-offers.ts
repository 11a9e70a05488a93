import { type Forecasts, lotsAtRisk } from '#domains/forecast/server/index.ts'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import { lotWithReserved } from '#domains/inventory/server/index.ts'
import type { Database, Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { fromMilli } from '#platform/shared/quantity.ts'
import type { OfferSuggestion } from '../../contract/index.ts'
import { offeredLots } from '../store/offers.ts'

const maxSuggested = 5

/** Returns lots at high risk of waste that have an unreserved quantity and no open offer. */
export async function suggestOffers(forecasts: Forecasts, member: Member, read: Database['read']): Promise<OfferSuggestion[]> {
  const { householdId, today } = member
  const risky = (await lotsAtRisk(forecasts, { householdId, today, read })).filter(({ risk }) => risk === 'high')
  return read(householdId, async (q) => {
    const offered = await offeredLots(q, householdId, member.now.toISOString())
    const suggested: OfferSuggestion[] = []
    for (const { lot, daysLeft } of risky) {
      if (suggested.length === maxSuggested) break
      const one = offered.has(lot.id) ? null : await suggestion(q, member, lot.id, daysLeft)
      if (one) suggested.push(one)
    }
    return suggested
  })
}

async function suggestion(q: Reader, { householdId }: Member, lotId: string, daysLeft: number): Promise<OfferSuggestion | null> {
  const lot = await lotWithReserved(q, householdId, lotId)
  const ingredient = lot && (await findIngredient(q, householdId, lot.row.ingredient_id))
  const free = lot ? lot.row.milli - lot.reservedMilli : 0
  if (!ingredient || free <= 0) return null
  return {
    inventoryItemId: lotId,
    ingredient: { name: ingredient.name, category: ingredient.category },
    quantity: fromMilli(free),
    unit: lot.row.unit,
    daysLeft,
  }
}
