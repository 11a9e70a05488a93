import { indexIngredients } from '#domains/ingredients/rules/match-ingredient.ts'
import { findIngredient, findIngredientByName, listIngredients, parseOwnUnits } from '#domains/ingredients/server/index.ts'
import type { Lot } from '#domains/inventory/contract.ts'
import { parseQuickAdd, type QuickDraft } from '#domains/inventory/rules/quick-add.ts'
import { consumeIngredient, consumeLot } from '#domains/inventory/server/index.ts'
import { findListByName, listNamedLists, pasteItems, type ShoppingDeps } from '#domains/shopping/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import { decimalMark, say } from '#platform/shared/say.ts'
import { formatAmount, formatAmountOf } from '#platform/shared/unit-display.ts'
import { familyOf, type Unit } from '#platform/shared/units.ts'
import type { Command, CommandResult } from '../../contract.ts'

/** Does all of a command or nothing. Throws what adding to the list or using food throws, `unknown_food` or `amount_needed`. */
export async function runCommand(tx: Transaction, member: Member, shopping: ShoppingDeps, command: Command): Promise<CommandResult> {
  if (command.action === 'add') return addToList(tx, member, shopping, command)
  const used = command.text === undefined ? [await useById(tx, member, command)] : await useByWords(tx, member, command.text)
  const names = used.map(({ name, quantity, unit }) => formatAmountOf(quantity, unit, name)).join(', ')
  return {
    action: 'use',
    message: say`Used ${names}.`,
    items: used.map(({ name, quantity, unit }) => ({ name, amount: formatAmount(quantity, unit) })),
  }
}

async function addToList(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  { text, list }: Extract<Command, { action: 'add' }>,
): Promise<CommandResult> {
  const listId = list === undefined ? undefined : findListByName(list, await listNamedLists(tx, member))
  const rows = await pasteItems(tx, member, shopping, { text, listId })
  const items = rows.map((row) => ({ name: row.ingredientName, amount: formatAmount(row.suggestedQuantity, row.unit) }))
  const names = rows.map((row) => formatAmountOf(row.suggestedQuantity, row.unit, row.ingredientName)).join(', ')
  return { action: 'add', message: say`On the list: ${names}.`, items }
}

interface Used {
  readonly name: string
  readonly quantity: number
  readonly unit: Unit
}

type UseById = Pick<Extract<Command, { action: 'use' }>, 'ingredientId' | 'itemId' | 'quantity' | 'unit'>

async function useById(tx: Transaction, member: Member, { ingredientId, itemId, quantity = 0, unit = 'each' }: UseById): Promise<Used> {
  if (itemId !== undefined) {
    const lot: Lot = await consumeLot(tx, member, itemId, quantity)
    return { name: lot.ingredient.name, quantity, unit: lot.unit }
  }
  const ingredient = await findIngredient(tx, member.householdId, ingredientId ?? '')
  if (!ingredient) throw notFound()
  await consumeIngredient(tx, member, ingredient.id, quantity, unit)
  return { name: ingredient.name, quantity, unit }
}

/** Uses what a text says, such as `2 eggs, 200 ml milk`. */
async function useByWords(tx: Transaction, member: Member, text: string): Promise<Used[]> {
  const rows = await listIngredients(tx, member.householdId)
  const find = indexIngredients(rows.map((row) => ({ row, name: row.name, aliases: JSON.parse(row.aliases) as string[] })))
  const drafts = parseQuickAdd(text, {
    today: member.today,
    decimalMark: decimalMark(),
    findIngredient: (name) => {
      const row = find(name)?.row
      return row ? { defaultUnit: row.default_unit, ownUnits: parseOwnUnits(row.own_units) } : null
    },
  })
  if (drafts.length === 0) throw invalid('nothing_to_use', 'Say what was used.', 'text')
  const used: Used[] = []
  for (const draft of drafts) {
    // Also by its name in another language.
    const row = find(draft.name)?.row ?? (await findIngredientByName(tx, member, draft.name))
    if (!row) throw invalid('unknown_food', say`There is no ${draft.name} in stock.`, 'text')
    const { quantity, unit } = amountOf(draft, row)
    await consumeIngredient(tx, member, row.id, quantity, unit)
    used.push({ name: row.name, quantity, unit })
  }
  return used
}

/** Returns the amount that was said; one piece of what is counted. Throws `amount_needed` for anything else. */
function amountOf(
  { quantity, unit, sure }: QuickDraft,
  ingredient: { readonly name: string; readonly default_unit: Unit },
): Pick<Used, 'quantity' | 'unit'> {
  const isBare = quantity === 1 && unit === 'each' && !sure
  if (isBare && familyOf(ingredient.default_unit) !== 'count')
    throw invalid('amount_needed', say`Say how much ${ingredient.name} was used.`, 'text')
  return { quantity, unit }
}
