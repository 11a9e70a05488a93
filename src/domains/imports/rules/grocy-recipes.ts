import { draftOf } from '#domains/recipes/rules/draft.ts'
import { plainText } from '#domains/recipes/rules/html-text.ts'
import type { Grocy, GrocyProduct, GrocyUnits } from './grocy.ts'
import type { Plan } from './plan.ts'
import { numberOf, readName, type TableRow, textOf } from './read-value.ts'

const formatNumber = (value: number) => String(Math.round(value * 1000) / 1000)

/** Formats an ingredient line. grocy stores amounts in the product's stock unit and displays them in the line's unit. */
function lineOf(row: TableRow, product: GrocyProduct | undefined, { unit, factor }: GrocyUnits): string {
  const note = textOf(row['note'])
  if (!product) return note
  const shown = textOf(row['qu_id']) || textOf(product.row['qu_id_stock'])
  const perShown = factor(shown, textOf(product.row['qu_id_stock']), product.id)
  const amount = numberOf(row['amount']) ?? 0
  const name = perShown === null ? product.unit.name : unit(shown).name
  const count = textOf(row['variable_amount']) || (amount > 0 ? formatNumber(amount / (perShown ?? 1)) : '')
  return `${[count, count === '' ? '' : name, product.name].filter(Boolean).join(' ')}${note === '' ? '' : `, ${note}`}`
}

/** Leaves out the recipes that grocy generates for its meal plan. */
export function recipeRows(grocy: Grocy, products: ReadonlyMap<string, GrocyProduct>, units: GrocyUnits): Plan['rows'] {
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
