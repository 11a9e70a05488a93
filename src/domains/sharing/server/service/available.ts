import { type FoodSearch, fitOf, misspelt, noMatch, readSearch } from '#domains/products/rules/find-food.ts'
import type { Reader } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import type { ShareableItem } from '../../contract.ts'
import * as store from '../store/available.ts'
import { type SearchedFood, seenFoods } from './shared-foods.ts'
import { toShareable } from './show.ts'

/** What others in the caller's circles share, by name; of one food what goes off first comes first. */
export async function listShareable(q: Reader, member: Member): Promise<ShareableItem[]> {
  return shown(await store.availableLots(q, member.userId, member.householdId, member.now.toISOString()), () => 0)
}

/** As `listShareable`, of foods whose name or other name fits what somebody typed; what fits best comes first. */
export async function searchShareable(q: Reader, member: Member, name: string): Promise<ShareableItem[]> {
  const search = readSearch(name)
  if (!search) return []
  const { foods, fitOfFood } = bestFits(await seenFoods(q, member), search)
  if (foods.length === 0) return []
  const now = member.now.toISOString()
  const rows =
    foods.length > mostAtOnce
      ? (await store.availableLots(q, member.userId, member.householdId, now)).filter((row) => fitOfFood.has(row.ingredient_id))
      : await store.availableLotsOf(q, member.userId, member.householdId, foods, now)
  return shown(rows, (row) => fitOfFood.get(row.ingredient_id) ?? noMatch)
}

/** Foods looked up one by one; for more it is cheaper to read all. */
const mostAtOnce = 2000

/** Foods that fit, and how well. Typing errors are forgiven where nothing fits as it is written. */
function bestFits(
  all: readonly (readonly SearchedFood[])[],
  search: FoodSearch,
): { foods: SearchedFood[]; fitOfFood: Map<string, number> } {
  const byTerms = new Map<SearchedFood['terms'], number>()
  const fitting: { food: SearchedFood; fit: number }[] = []
  for (const foods of all)
    for (const food of foods) {
      let fit = byTerms.get(food.terms)
      if (fit === undefined) {
        fit = Math.min(...food.terms.map((term) => fitOf(term, search)))
        byTerms.set(food.terms, fit)
      }
      if (fit < noMatch) fitting.push({ food, fit })
    }
  const worst = fitting.some(({ fit }) => fit < misspelt) ? misspelt : noMatch
  const kept = fitting.filter(({ fit }) => fit < worst)
  return { foods: kept.map(({ food }) => food), fitOfFood: new Map(kept.map(({ food, fit }) => [food.ingredient_id, fit])) }
}

function shown(rows: readonly store.AvailableRow[], rank: (row: store.AvailableRow) => number): ShareableItem[] {
  return rows
    .filter((row) => row.milli > row.held_milli)
    .toSorted((a, b) => rank(a) - rank(b) || byText(a.name, b.name) || byText(a.goes_off_on, b.goes_off_on) || byText(a.id, b.id))
    .map((row) => toShareable(row, row.milli - row.held_milli))
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
