import { type IngredientTerm, termOf } from '#domains/ingredients/rules/ingredient-search.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import * as store from '../store/available.ts'

/** A shared ingredient with its search terms. */
export interface SearchedIngredient {
  household_id: HouseholdId
  ingredient_id: string
  terms: readonly IngredientTerm[]
}

interface CachedHousehold {
  seq: number
  ingredients: readonly SearchedIngredient[]
}

/** Maximum number of ingredients in the cache. Above it, the cache is cleared. */
const maxIngredients = 300_000
/** Households per query. */
const batchSize = 200

const householdCache = new Map<HouseholdId, CachedHousehold>()
let cachedIngredients = 0
// Many ingredients share few names, so their terms are computed once per name.
const termsCache = new Map<string, readonly IngredientTerm[]>()

/**
 * Returns the ingredients of all lots shared with the member, grouped by household. Caches them per household until its change log grows, so
 * callers must check in the database that a lot is still shared.
 */
export async function visibleIngredients(q: Reader, member: Member): Promise<readonly (readonly SearchedIngredient[])[]> {
  // Reads the seqs first, so that the ingredients are at least as new.
  const peers = await store.peersOf(q, member.userId, member.householdId)
  const cached = new Map(peers.map((peer) => [peer.id, householdCache.get(peer.id)]))
  const stale = peers.filter(({ id, seq }) => cached.get(id)?.seq !== seq)
  for (let i = 0; i < stale.length; i += batchSize)
    for (const [id, fresh] of await loadHouseholds(q, stale.slice(i, i + batchSize))) {
      cached.set(id, fresh)
      cacheHousehold(id, fresh)
    }
  return [...cached.values()].map((one) => one?.ingredients ?? [])
}

async function loadHouseholds(
  q: Reader,
  peers: readonly { id: HouseholdId; seq: number }[],
): Promise<[id: HouseholdId, fresh: CachedHousehold][]> {
  const rows = await store.sharedIngredients(
    q,
    peers.map(({ id }) => id),
  )
  const byHousehold = Map.groupBy(rows, ({ household_id }) => household_id)
  return peers.map(({ id, seq }) => {
    const own = byHousehold.get(id) ?? []
    return [id, { seq, ingredients: own.map((row) => ({ household_id: id, ingredient_id: row.ingredient_id, terms: termsOf(row) })) }]
  })
}

function cacheHousehold(id: HouseholdId, fresh: CachedHousehold): void {
  cachedIngredients += fresh.ingredients.length - (householdCache.get(id)?.ingredients.length ?? 0)
  householdCache.set(id, fresh)
  if (cachedIngredients <= maxIngredients) return
  householdCache.clear()
  termsCache.clear()
  cachedIngredients = 0
}

function termsOf({ name, aliases }: Pick<store.SharedIngredient, 'name' | 'aliases'>): readonly IngredientTerm[] {
  const key = aliases === '[]' ? name : `${name}\n${aliases}`
  const cachedTerms = termsCache.get(key)
  if (cachedTerms) return cachedTerms
  const terms = [termOf(name, false), ...(JSON.parse(aliases) as string[]).map((alias) => termOf(alias, true))]
  termsCache.set(key, terms)
  return terms
}
