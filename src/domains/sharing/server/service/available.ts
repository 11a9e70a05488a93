import { type FoodTerm, fitOf, misspelt, noMatch, readSearch, termOf } from '#domains/products/rules/find-food.ts'
import type { Reader } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import type { ShareableItem } from '../../contract.ts'
import * as store from '../store/available.ts'
import { toShareable } from './show.ts'

/** What others in the caller's circles share, by name; of one food what goes off first comes first. */
export async function listShareable(q: Reader, member: Member): Promise<ShareableItem[]> {
  return shown(await store.availableLots(q, member.userId, member.householdId, member.now.toISOString()), () => 0)
}

/** As `listShareable`, of foods whose name or other name fits what somebody typed; what fits best comes first. */
export async function searchShareable(q: Reader, member: Member, name: string): Promise<ShareableItem[]> {
  const search = readSearch(name)
  if (!search) return []
  const all = await store.sharedFoods(q, member.userId, member.householdId)
  const fits = new Map<string, number>()
  for (const food of all) fits.set(food.ingredient_id, Math.min(...termsOf(food).map((term) => fitOf(term, search))))
  // Typing errors are forgiven where nothing fits as it is written.
  const worst = [...fits.values()].some((fit) => fit < misspelt) ? misspelt : noMatch
  const foods = all.filter((food) => (fits.get(food.ingredient_id) ?? noMatch) < worst)
  if (foods.length === 0) return []
  const now = member.now.toISOString()
  const rows =
    foods.length > mostAtOnce
      ? (await store.availableLots(q, member.userId, member.householdId, now)).filter(
          (row) => (fits.get(row.ingredient_id) ?? noMatch) < worst,
        )
      : await store.availableLotsOf(q, member.userId, member.householdId, foods, now)
  return shown(rows, (row) => fits.get(row.ingredient_id) ?? noMatch)
}

/** Foods looked up one by one; for more it is cheaper to read all. */
const mostAtOnce = 400

// Making a name searchable costs more than comparing it, and the same names come again and again.
const known = new Map<string, FoodTerm[]>()
const mostKnown = 200_000

function termsOf({ name, aliases }: Pick<store.SharedFood, 'name' | 'aliases'>): FoodTerm[] {
  const key = aliases === '[]' ? name : `${name}\n${aliases}`
  let terms = known.get(key)
  if (!terms) {
    if (known.size >= mostKnown) known.clear()
    terms = [termOf(name, false), ...(JSON.parse(aliases) as string[]).map((alias) => termOf(alias, true))]
    known.set(key, terms)
  }
  return terms
}

function shown(rows: readonly store.AvailableRow[], rank: (row: store.AvailableRow) => number): ShareableItem[] {
  return rows
    .filter((row) => row.milli > row.held_milli)
    .toSorted((a, b) => rank(a) - rank(b) || byText(a.name, b.name) || byText(a.goes_off_on, b.goes_off_on) || byText(a.id, b.id))
    .map((row) => toShareable(row, row.milli - row.held_milli))
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
