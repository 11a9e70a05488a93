import { type IngredientTerm, termOf } from '#domains/ingredients/rules/find-ingredient.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import * as store from '../store/available.ts'

/** A food somebody shares, with its names made ready for searching. */
export interface SearchedIngredient {
  household_id: string
  ingredient_id: string
  terms: readonly IngredientTerm[]
}

interface Kept {
  seq: number
  ingredients: readonly SearchedIngredient[]
}

/** Households, and foods over all of them, that are kept ready; beyond that it begins anew. */
const maxIngredients = 300_000
/** Households asked for in one statement. */
const portion = 200

const kept = new Map<string, Kept>()
let cachedIngredients = 0
// Few different names, many foods: making one ready costs more than comparing it.
const ready = new Map<string, readonly IngredientTerm[]>()

/**
 * The foods of all shared lots a person sees. Kept by household for as long as its log stands where it stood: whether a lot is still shared,
 * and seen, is asked of the database when it is shown.
 */
export async function visibleIngredients(q: Reader, member: Member): Promise<readonly (readonly SearchedIngredient[])[]> {
  // The numbers first: what is read after them is at least as new.
  const peers = await store.peersOf(q, member.userId, member.householdId)
  const seen = new Map(peers.map((peer) => [peer.id, kept.get(peer.id)]))
  const stale = peers.filter(({ id, seq }) => seen.get(id)?.seq !== seq)
  for (let i = 0; i < stale.length; i += portion)
    for (const [id, fresh] of await load(q, stale.slice(i, i + portion))) {
      seen.set(id, fresh)
      keep(id, fresh)
    }
  return [...seen.values()].map((one) => one?.ingredients ?? [])
}

async function load(q: Reader, peers: readonly { id: string; seq: number }[]): Promise<[id: string, fresh: Kept][]> {
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

function keep(id: string, fresh: Kept): void {
  cachedIngredients += fresh.ingredients.length - (kept.get(id)?.ingredients.length ?? 0)
  kept.set(id, fresh)
  if (cachedIngredients <= maxIngredients) return
  kept.clear()
  ready.clear()
  cachedIngredients = 0
}

function termsOf({ name, aliases }: Pick<store.SharedIngredient, 'name' | 'aliases'>): readonly IngredientTerm[] {
  const key = aliases === '[]' ? name : `${name}\n${aliases}`
  const known = ready.get(key)
  if (known) return known
  const terms = [termOf(name, false), ...(JSON.parse(aliases) as string[]).map((alias) => termOf(alias, true))]
  ready.set(key, terms)
  return terms
}
