import { NewIngredient, ShelfLife } from '#domains/ingredients/contract/index.ts'
import { NewLot } from '#domains/inventory/contract.ts'
import { NewRecipe } from '#domains/recipes/contract/recipe.ts'
import { isNode, listOf, type Node } from '#domains/recipes/rules/json-ld.ts'
import { NewShoppingItem } from '#domains/shopping/contract/index.ts'
import { nameKey } from '#platform/shared/text.ts'
import { planOfCsv } from './csv.ts'
import { type Grocy, type GrocyTable, grocyTables, planOfGrocy } from './grocy.ts'
import { isKitchenOwl, planOfKitchenOwl } from './kitchenowl.ts'
import { isMealie, planOfMealie } from './mealie.ts'
import { isRefused, type Plan, type PlanRow, Unreadable } from './plan.ts'
import type { DateOrder } from './read-value.ts'

/** A text of another app: JSON of KitchenOwl, Mealie or grocy’s API, else a table. Throws `Unreadable`. */
export function planOfText(text: string, usual: DateOrder, today: string): Plan {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return planOfCsv(text, usual)
  let data: unknown
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new Unreadable('damaged')
  }
  if (isNode(data) && isNode(data['grocyTables'])) return planOfGrocy(grocyIn(data['grocyTables']), today)
  if (isKitchenOwl(data)) return planOfKitchenOwl(data)
  if (isMealie(data)) return planOfMealie(data)
  throw new Unreadable('not_known')
}

/** Rows of one table, at most. */
const maxRows = 40_000

/** The tables as the API answers them, one by one. */
function grocyIn(tables: Node): Grocy {
  const rows = Object.keys(grocyTables).map((table) => [table, listOf(tables[table]).filter(isNode)] as const)
  if (rows.some(([, some]) => some.length > maxRows)) throw new Unreadable('too_many')
  return Object.fromEntries(rows) as Record<GrocyTable, Node[]>
}

const shapes = {
  food: NewIngredient.omit({ shelfLife: true }).extend({ shelfLife: ShelfLife.partial().optional() }),
  lot: NewLot,
  list: NewShoppingItem,
  recipe: NewRecipe,
}

function isKeepable(row: PlanRow): boolean {
  if (row.kind === 'barcode') return true
  if (row.kind === 'lot') {
    const {
      food: ingredient,
      lotId: _id,
      addedOn: _added,
      openedOn: _opened,
      frozenOn: _frozen,
      frozenDaysLeft: _left,
      thawedOn: _thawed,
      ...lot
    } = row.data
    return shapes.lot.safeParse({ ...lot, ingredient: { name: ingredient } }).success
  }
  if (row.kind === 'list') {
    const { food: ingredient, quantity, ...item } = row.data
    return shapes.list.safeParse({
      ...item,
      ingredientName: ingredient,
      ...(quantity === undefined ? {} : { suggestedQuantity: quantity }),
    }).success
  }
  return shapes[row.kind].safeParse(row.data).success
}

/** The plan with what could not be kept taken out, by the contracts that everybody else keeps to; the same thing twice comes once. */
export function checkedPlan(plan: Plan): Plan {
  const seen = new Set<string>()
  const ingredients = new Set<string>()
  const rows = plan.rows.flatMap((row): Plan['rows'] => {
    if (isRefused(row)) return [row]
    const { kind, place, name } = row
    if (!isKeepable(row)) return [{ kind, place, name, refused: 'not_valid' }]
    if (kind === 'food') {
      if (ingredients.has(nameKey(name))) return []
      ingredients.add(nameKey(name))
    }
    if (seen.has(row.key)) return []
    seen.add(row.key)
    return [row]
  })
  return { ...plan, rows }
}
