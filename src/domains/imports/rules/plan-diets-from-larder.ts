import type { ContentTerm } from '#domains/diets/contract.ts'
import type { ImportPlan, PlannedNeeds } from './import-plan.ts'
import { readName, type TableRow, textOf } from './parse-cell.ts'

type PlannedRow = ImportPlan['rows'][number]

interface ExportedDiets {
  readonly eaters: readonly TableRow[]
  readonly foodContents: readonly TableRow[]
  /** Names of ingredients by id. */
  readonly ingredients: ReadonlyMap<string, string>
  /** Names of members by user id. */
  readonly members: ReadonlyMap<string, string>
}

const isActive = (row: TableRow) => row['removed_at'] === null
const words = (cell: unknown): string[] => (Array.isArray(cell) ? cell.map(textOf) : [])

/** Plans the import of guests, of what the person who exported can't eat, and of what the household said that foods contain. */
export function planDiets({ eaters, foodContents, ingredients, members }: ExportedDiets): PlannedRow[] {
  const rows = eaters.filter(isActive).map((row): PlannedRow => {
    const [id, userId] = [textOf(row['id']), textOf(row['user_id'])]
    const needs = { diets: words(row['diets']), allergens: words(row['allergens']), avoids: words(row['avoids']) } as PlannedNeeds
    const [place, key] = [`eaters ${id.slice(0, 60)}`, `larder eater ${id}`]
    if (userId !== '') {
      const name = members.get(userId) ?? ''
      return { kind: 'diet', place, name, key, data: { own: { ...needs, member: { userId, name } } } }
    }
    const name = readName(row['name'])
    if (name === null) return { kind: 'diet', place, name: '', refused: 'no_name' }
    return { kind: 'diet', place, name, key, data: { guest: { ...needs, guestId: id, name } } }
  })
  for (const row of foodContents.filter(isActive)) {
    const [id, place] = [textOf(row['id']), `food_contents ${textOf(row['id']).slice(0, 60)}`]
    const food = ingredients.get(id)
    const [contains, without] = [words(row['contains']), words(row['without'])] as [ContentTerm[], ContentTerm[]]
    // Of an ingredient that was removed since.
    if (food === undefined) continue
    rows.push({ kind: 'diet', place, name: food, key: `larder contents ${id}`, data: { food, contains, without } })
  }
  return rows
}
