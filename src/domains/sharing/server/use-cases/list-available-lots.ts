import { z } from 'zod'
import { type FederationDeps, listLinkedOffers, type ShownLinkedOffer } from '#domains/federation/server/index.ts'
import {
  type IngredientSearch,
  type IngredientTerm,
  matchPenalty,
  maxEditsFallback,
  misspelledFit,
  noMatch,
  readSearch,
  termOf,
} from '#domains/ingredients/rules/ingredient-search.ts'
import { noExpirationDate } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid } from '#platform/shared/problem.ts'
import { type listShareable as listShareableCall, maxShareable, type ShareableItem } from '../../contract/index.ts'
import * as store from '../store/available-lots.ts'
import { toLinkedItem, toShareable } from './to-response.ts'

export interface ShareablePage {
  items: ShareableItem[]
  /** Cursor of the next page; null on the last. */
  next: string | null
  total: number
}
type Paging = QueryOf<typeof listShareableCall>

/** Whether the server links with others. */
type Links = Pick<FederationDeps, 'url'>
const linkedOffers = async (q: Reader, member: Member, { url }: Links) => (url === null ? [] : listLinkedOffers(q, member))

/** Returns the lots shared in the caller's circles by ingredient name, the soonest to expire first. */
export async function listShareable(q: Reader, member: Member, links: Links, paging: Paging): Promise<ShareablePage> {
  const keys = await store.availableLots(q, member.userId, member.householdId, member.now.toISOString())
  const linked = (await linkedOffers(q, member, links)).map((row) => ({ row, rank: 0 }))
  return pageOf(q, member, { keys, rank: () => 0, linked }, paging)
}

/** Like `listShareable`, for ingredients whose name or alias matches `name`, best match first. */
export async function searchShareable(
  q: Reader,
  member: Member,
  links: Links,
  { name, ...paging }: Paging & { name: string },
): Promise<ShareablePage> {
  const search = readSearch(name)
  const { ingredients, fitOfIngredient } = search
    ? bestFits(await visibleIngredients(q, member), search)
    : { ingredients: [], fitOfIngredient: new Map<string, number>() }
  const linked = search ? matchOffers(await linkedOffers(q, member, links), search) : []
  if (ingredients.length === 0) return pageOf(q, member, { keys: [], rank: () => noMatch, linked }, paging)
  const now = member.now.toISOString()
  const keys =
    ingredients.length > maxAtOnce
      ? (await store.availableLots(q, member.userId, member.householdId, now)).filter((key) => fitOfIngredient.has(key.ingredient_id))
      : await store.availableLotsOf(q, member.userId, member.householdId, ingredients, now)
  return pageOf(q, member, { keys, rank: (key) => fitOfIngredient.get(key.ingredient_id) ?? noMatch, linked }, paging)
}

/** Returns what households on other servers share and whose name matches, with its score. */
function matchOffers(offers: readonly ShownLinkedOffer[], search: IngredientSearch): RankedOffer[] {
  const max = maxEditsFallback(search.text)
  const ranked = offers.map((row) => ({
    row,
    rank: matchPenalty(termOf(row.food_name, false), search, max),
  }))
  return ranked.filter(({ rank }) => rank < noMatch)
}

/** Above this many ingredients, reading all lots is cheaper than looking each one up. */
const maxAtOnce = 2000

/** Returns matching ingredients with their score. Allows misspellings only if nothing matches exactly. */
function bestFits(
  all: readonly (readonly SearchedIngredient[])[],
  search: IngredientSearch,
): { ingredients: SearchedIngredient[]; fitOfIngredient: Map<string, number> } {
  const byTerms = new Map<SearchedIngredient['terms'], number>()
  const max = maxEditsFallback(search.text)
  const fitting: { ingredient: SearchedIngredient; fit: number }[] = []
  for (const ingredients of all)
    for (const ingredient of ingredients) {
      let fit = byTerms.get(ingredient.terms)
      if (fit === undefined) {
        fit = Math.min(...ingredient.terms.map((term) => matchPenalty(term, search, max)))
        byTerms.set(ingredient.terms, fit)
      }
      if (fit < noMatch) fitting.push({ ingredient, fit })
    }
  const worst = fitting.some(({ fit }) => fit < misspelledFit) ? misspelledFit : noMatch
  const matches = fitting.filter(({ fit }) => fit < worst)
  return {
    ingredients: matches.map(({ ingredient }) => ingredient),
    fitOfIngredient: new Map(matches.map(({ ingredient, fit }) => [ingredient.ingredient_id, fit])),
  }
}

/** What a household on another server shares. */
interface RankedOffer {
  readonly row: ShownLinkedOffer
  readonly rank: number
}
interface Found {
  readonly keys: readonly store.AvailableKey[]
  readonly rank: (key: store.AvailableKey) => number
  readonly linked: readonly RankedOffer[]
}
type Listed = { readonly sortKey: SortKey } & ({ readonly key: store.AvailableKey } | { readonly row: ShownLinkedOffer })

type SortKey = [rank: number, name: string, expiresOn: string, id: string]

/** Sorts by key and reads the details of one page only. Throws `cursor_invalid`. */
async function pageOf(
  q: Reader,
  member: Member,
  { keys, rank, linked }: Found,
  { limit = maxShareable, cursor }: Paging,
): Promise<ShareablePage> {
  const own = keys
    .filter((key) => key.milli > key.held_milli)
    .map((key): Listed => ({ key, sortKey: [rank(key), key.name, key.goes_off_on, key.id] }))
  const others = linked.map(
    ({ row, rank: fit }): Listed => ({ row, sortKey: [fit, row.food_name, row.expiration_date ?? noExpirationDate, row.id] }),
  )
  const all = [...own, ...others].toSorted((a, b) => compare(a.sortKey, b.sortKey))
  const after = cursor === undefined ? null : readCursor(cursor)
  const remaining = after ? all.filter(({ sortKey }) => compare(sortKey, after) > 0) : all
  const shown = remaining.slice(0, limit)
  const shownKeys = shown.flatMap((one) => ('key' in one ? one.key : []))
  const free = new Map(shownKeys.map((key) => [key.id, key.milli - key.held_milli]))
  const rows = new Map<string, store.AvailableRow>()
  for (let i = 0; i < shownKeys.length; i += maxDetails)
    for (const row of await store.availableLotDetails(q, member.userId, member.householdId, shownKeys.slice(i, i + maxDetails)))
      rows.set(row.id, row)
  const last = shown.at(-1)
  return {
    // A lot without a row stopped being shared between the two reads.
    items: shown.flatMap((one) => {
      if ('row' in one) return toLinkedItem(one.row)
      const row = rows.get(one.key.id)
      return row ? [toShareable(row, free.get(one.key.id) ?? 0)] : []
    }),
    next: last && remaining.length > shown.length ? Buffer.from(JSON.stringify(last.sortKey)).toString('base64url') : null,
    total: all.length,
  }
}

const maxDetails = 500

function compare(a: SortKey, b: SortKey): number {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? '', b[i] ?? '']
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

function readCursor(cursor: string): SortKey {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid('cursor_invalid', 'That page of results no longer exists. Start again from the first.', 'cursor')
  }
}
const cursorSchema = z.tuple([z.number(), z.string(), z.string(), z.string()])

/** A shared ingredient with its search terms. */
interface SearchedIngredient {
  household_id: HouseholdId
  ingredient_id: string
  terms: readonly IngredientTerm[]
}

interface CachedHousehold {
  seq: number
  ingredients: readonly SearchedIngredient[]
}

/** Maximum number of cached ingredients. */
const maxIngredients = 300_000
/** Households per query. */
const batchSize = 200

const householdCache = boundedCache<HouseholdId, CachedHousehold>(maxIngredients, ({ ingredients }) => ingredients.length)
// Many ingredients share few names, so their terms are computed once per name.
const termsCache = boundedCache<string, readonly IngredientTerm[]>(maxIngredients)

/**
 * Returns the ingredients of all lots shared with the member, grouped by household. Caches them per household until its change log grows, so
 * callers must check in the database that a lot is still shared.
 */
async function visibleIngredients(q: Reader, member: Member): Promise<readonly (readonly SearchedIngredient[])[]> {
  // Reads the seqs first, so that the ingredients are at least as new.
  const peers = await store.listSharingHouseholds(q, member.userId, member.householdId)
  const cached = new Map(peers.map((peer) => [peer.id, householdCache.get(peer.id)]))
  const stale = peers.filter(({ id, seq }) => cached.get(id)?.seq !== seq)
  for (let i = 0; i < stale.length; i += batchSize)
    for (const [id, fresh] of await loadHouseholds(q, stale.slice(i, i + batchSize))) {
      cached.set(id, fresh)
      householdCache.set(id, fresh)
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

function termsOf({ name, aliases }: Pick<store.SharedIngredient, 'name' | 'aliases'>): readonly IngredientTerm[] {
  const key = aliases === '[]' ? name : `${name}\n${aliases}`
  return termsCache.getOrCreate(key, () => [termOf(name, false), ...(JSON.parse(aliases) as string[]).map((alias) => termOf(alias, true))])
}
