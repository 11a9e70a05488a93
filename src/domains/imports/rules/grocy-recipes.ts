import { draftOf } from '#domains/recipes/rules/draft.ts'
import { plainText } from '#domains/recipes/rules/html-text.ts'
import type { Grocy, GrocyProduct, GrocyUnit } from './grocy.ts'
import type { Plan } from './plan.ts'
import { numberOf, readName, type TableRow, textOf } from './read-value.ts'

interface Units {
  unit(id: unknown): GrocyUnit
  factor(from: string, to: string, productId: string): number | null
}

const figure = (value: number) => String(Math.round(value * 1000) / 1000)

/** An ingredient as a line that people would write: amounts stand in the product's own unit there, and are shown in another. */
function lineOf(row: TableRow, product: GrocyProduct | undefined, { unit, factor }: Units): string {
  const note = textOf(row['note'])
  if (!product) return note
  const shown = textOf(row['qu_id']) || textOf(product.row['qu_id_stock'])
  const worth = factor(shown, textOf(product.row['qu_id_stock']), product.id)
  const amount = numberOf(row['amount']) ?? 0
  const name = worth === null ? product.unit.name : unit(shown).name
  const count = textOf(row['variable_amount']) || (amount > 0 ? figure(amount / (worth ?? 1)) : '')
  return `${[count, count === '' ? '' : name, product.name].filter(Boolean).join(' ')}${note === '' ? '' : `, ${note}`}`
}

/** The recipes people wrote; what grocy keeps as recipes for its meal plan stays out. */
export function recipesOfGrocy(grocy: Grocy, products: ReadonlyMap<string, GrocyProduct>, units: Units): Plan['rows'] {
  const lines = Map.groupBy(grocy.recipes_pos, (row) => textOf(row['recipe_id']))
  return grocy.recipes
    .filter((row) => ['', 'normal'].includes(textOf(row['type'])))
    .map((row): Plan['rows'][number] => {
      const [id, name] = [textOf(row['id']), readName(row['name'])]
      const place = `recipes ${id}`
      if (name === null) return { kind: 'recipe', place, name: '', refused: 'no_name' }
      const data = draftOf({
        name,
        ingredients: (lines.get(id) ?? []).map((line) => lineOf(line, products.get(textOf(line['product_id'])), units)),
        instructions: plainText(textOf(row['description'])).split('\n'),
        labels: [],
        servings: Math.min(500, Math.max(1, Math.round(numberOf(row['base_servings']) ?? 4))),
      })
      if (data.ingredients.length + data.instructions.length === 0) return { kind: 'recipe', place, name, refused: 'nothing_in_it' }
      return { kind: 'recipe', place, name, key: `grocy recipe ${id} ${name}`, data }
    })
}
