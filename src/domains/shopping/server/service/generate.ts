import { randomUUIDv7 } from 'node:crypto'
import { type ParStock, readStock, stockForPar } from '#domains/inventory/server/service.ts'
import { foodKey } from '#domains/products/rules/match-food.ts'
import type { ReplyOf } from '#platform/contract/endpoint.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { type generateList as generateEndpoint, listGenerated } from '../../contract.ts'
import { type ListedRow, type ParFood, planList, type WrittenRow } from '../../rules/generate.ts'
import { shownListKnowing } from '../store/list.ts'
import { type Fields, type ItemRow, listedRows } from '../store/rows.ts'
import { apply, type Patch } from './apply.ts'
import { readConversions } from './conversions.ts'
import { listOf, type Shopping } from './read.ts'

/** Brings the list to what the rule says, as one change; none is recorded where it says so already. */
export async function generateList(tx: Transaction, member: Member, shopping: Shopping): Promise<ReplyOf<typeof generateEndpoint>> {
  const stock = await stockForPar(tx, member.householdId, member.today)
  const rows = await listedRows(tx, member.householdId)
  const plan = planList(stock.map(toFood), rows.map(toListed))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const existing = (id: string) => byId.get(id) as ItemRow
  const patches: Patch[] = [
    ...plan.add.map((row): Patch => ({ create: { ...fresh, ...columnsOf(row), id: randomUUIDv7(), added_by: null } })),
    ...plan.change.map(({ id, to }): Patch => ({ row: existing(id), set: columnsOf(to) })),
    ...plan.remove.map((id): Patch => ({ row: existing(id), set: { state: 'removed' } })),
  ]
  if (patches.length > 0) await apply(tx, member, listGenerated, patches)
  const known = new Map(stock.map((food) => [food.id, food.stock]))
  const shown = await shownListKnowing(tx, member.householdId, member.today, known)
  return {
    ...(await listOf(tx, member, shopping, shown)),
    added: plan.add.length,
    changed: plan.change.length,
    removed: plan.remove.length,
    notCompared: plan.notCompared.map(({ id, name }) => ({
      ingredientId: id,
      ingredientName: name,
      why: `There is some ${name} in a unit that cannot be compared with what you keep. Teach a conversion on the food.`,
    })),
  }
}

const fresh: Pick<Fields, 'by_rule' | 'is_checked' | 'checked_at' | 'checked_by' | 'state' | 'merged_into'> = {
  by_rule: 1,
  is_checked: 0,
  checked_at: null,
  checked_by: null,
  state: 'listed',
  merged_into: null,
}

const columnsOf = ({ ingredientId, name, category, milli, unit, priority, reason, cause }: WrittenRow) => ({
  ingredient_id: ingredientId,
  name,
  food_key: foodKey(name),
  category,
  milli,
  unit,
  priority,
  reason,
  cause: JSON.stringify(cause),
})

const toFood = ({ id, name, category, par_milli, default_unit, conversions, stock }: ParStock): ParFood => ({
  id,
  name,
  category,
  parMilli: par_milli,
  unit: default_unit,
  conversions: readConversions(conversions),
  stock: readStock(stock),
})

const toListed = (row: ItemRow): ListedRow => ({
  id: row.id,
  ingredientId: row.ingredient_id,
  foodKey: row.food_key,
  name: row.name,
  category: row.category,
  milli: row.milli,
  unit: row.unit,
  priority: row.priority,
  reason: row.reason,
  cause: row.cause === null ? null : JSON.parse(row.cause),
  isByRule: row.by_rule === 1,
  isChecked: row.is_checked === 1,
  createdAt: row.created_at,
})
