import { t } from '@lingui/core/macro'
import { type Ingredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { matchIngredient } from '#domains/ingredients/rules/match-ingredient.ts'
import { isProvisional, provisionalId } from '#domains/ingredients/rules/provisional-id.ts'
import { peekLocally } from '#platform/web/api/local-source.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import type { NewLot } from '../../contract.ts'
import type { LotIntent, ProvisionalIngredient } from './pending-lot-actions.ts'

const knownIngredients = (household: string): readonly Ingredient[] =>
  peekLocally({ endpoint: listIngredients, args: {}, household }) ??
  cache.getQueryData(endpointQuery(listIngredients, {}, household).queryKey) ??
  []

interface LotToAdd {
  /** What to request. */
  lot: NewLot & { id: string }
  /** Its ingredient's name. */
  name: string
  /** What adding it does on screen. */
  intent: LotIntent
}

/** Prepares a lot to be added, with the ingredients that this device knows. */
export function lotToAdd(input: NewLot & { id: string }, household: string): LotToAdd {
  const { lot, name, introduced } = named(input, household)
  const { ingredient: _, id: __, ...fields } = lot
  return { lot: { ...lot, id: input.id }, name, intent: { do: 'add', lotId: input.id, lot: fields, ingredient: introduced } }
}

/** Names the ingredient of a lot, and the one that it introduces as far as this device knows. */
function named(lot: NewLot, household: string): { lot: NewLot; name: string; introduced: ProvisionalIngredient | null } {
  const known = knownIngredients(household)
  const chosen = known.find(({ id }) => id === lot.ingredientId)
  if (chosen && isProvisional(chosen.id)) {
    const { ingredientId: _, ...rest } = lot
    const { id, name, category, parLevel } = chosen
    return { lot: { ...rest, ingredient: { name, category } }, name, introduced: { id, name, category, parLevel } }
  }
  if (!lot.ingredient) return { lot, name: chosen?.name ?? t`Item`, introduced: null }
  const { name, category, parLevel } = lot.ingredient
  const match = matchIngredient(name, known)
  const isKnown = match !== null && !isProvisional(match.id)
  const introduced = { id: match?.id ?? provisionalId(name), name, category, parLevel }
  return { lot, name, introduced: isKnown ? { ...introduced, name: match.name } : introduced }
}
