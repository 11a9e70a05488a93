import { plural, t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { ListIntent, RecipeRow } from '#domains/shopping/rules/list-intent.ts'
import type { ListChoice } from '#domains/shopping/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { callWithHeaders, errorMessage, urlOf } from '#platform/web/api/call.ts'
import { deriveLocally } from '#platform/web/api/local-source.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import type { OperationRequest } from '#platform/web/sync/operation.ts'
import { pendingMutations } from '#platform/web/sync/pending-source.ts'
import { sentWrite, type WriteResult, writeOrSend } from '#platform/web/sync/write-or-queue.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addMissing, addPlanMissing, type Recipe, type StockLine } from '../../contract/index.ts'
import { findSoldIn, missingOfPlan } from '../../rules/local-recipes.ts'
import { type FindSold, type ListedAmount, type MissingLines, toMissingListRows } from '../../rules/missing-list-rows.ts'
import { refreshRecipes } from './index.ts'

/** Adds what lines lack to a list; while offline, queues that on this device. Throws `ApiError`. */
export function addMissingToList(
  { id, name }: Pick<Recipe, 'id' | 'name'>,
  servings: number,
  missing: readonly StockLine[],
  list: ListChoice = null,
): Promise<void> {
  const { household } = currentSession()
  const lines = missing.map((line) => ({ ...line, id: newId() }))
  const body = { servings, places: lines.map(({ place }) => place), ids: lines.map((line) => line.id), ...onList(list) }
  return addToList({
    words: t`Add the ingredients of ${name}`,
    missing: [{ recipeId: id, recipeName: name, lines }],
    list,
    request: { method: 'POST', address: urlOf(addMissing, { params: { id } }), body },
    send: () => callWithHeaders(addMissing, { params: { id }, body, household }),
  })
}

/** Adds what these days' meals lack to a list; while offline, queues that on this device. */
export async function addPlanToList(from: CalendarDate, to: CalendarDate, list: ListChoice = null): Promise<void> {
  const { household } = currentSession()
  const id = newId()
  const missing = deriveLocally(household, (tables, { today }) => missingOfPlan(tables, { from, to }, today, id)) ?? null
  const body = { from, to, id, ...onList(list) }
  try {
    await addToList({
      words: t`Add what’s missing for the meal plan`,
      missing,
      list,
      request: { method: 'POST', address: urlOf(addPlanMissing, {}), body },
      send: () => callWithHeaders(addPlanMissing, { body, household }),
    })
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to add to the shopping list`))
  }
}

const onList = (list: ListChoice) => (list === null ? {} : { listId: list.id })

type AddReply = ReplyOf<typeof addMissing>

interface ListAddition {
  words: string
  /** Null if this device doesn't know: then only the server can add it. */
  missing: readonly MissingLines[] | null
  list: ListChoice
  request: OperationRequest
  /** Sends it before the outbox is open. */
  send: () => Promise<{ reply: AddReply; headers: Headers }>
}

async function addToList({ words, missing, list, request, send }: ListAddition): Promise<void> {
  const { household } = currentSession()
  const rows = missing === null ? [] : recipeRows(household, missing).map((row) => ({ ...row, listId: list?.id ?? null }))
  const nothingMissing = t`Everything missing is already on your list`
  if (missing !== null && rows.length === 0) return toast.done(nothingMissing)
  const intent: ListIntent = { do: 'add-all', rows }
  const write = { household: household ?? '', kind: 'shopping', words, intent, request }
  const written = missing === null ? await sendOnly(send) : await writeOrSend(write, send)
  const reply = written.state === 'sent' ? (written.reply as AddReply | undefined) : undefined
  void refreshRecipes(household)
  if (reply?.added === 0) return toast.done(nothingMissing)
  offerUndo(write, written, addedToListMessage(reply?.added ?? rows.length, list), {
    by: undoChange,
    opposite: { do: 'remove-all', ids: rows.map((row) => row.id) } satisfies ListIntent,
    onChange: () => void refreshRecipes(household),
  })
}

async function sendOnly(send: ListAddition['send']): Promise<WriteResult> {
  const { reply, headers } = await send()
  return sentWrite(headers, reply)
}

function addedToListMessage(count: number, list: ListChoice): string {
  const name = list?.name
  if (name !== undefined) return plural(count, { one: `Added # item to ${name}`, other: `Added # items to ${name}` })
  return plural(count, { one: 'Added # item to the shopping list', other: 'Added # items to the shopping list' })
}

/** What a recipe added to the list that waits on this device. */
const waitingRows = (household: string | null, recipeId: string): ListedAmount[] =>
  pendingMutations().flatMap(({ kind, household: where, state, intent }) => {
    const change = intent as ListIntent
    if (kind !== 'shopping' || where !== household || state !== 'waiting' || change.do !== 'add-all') return []
    const rows = change.rows.filter((row) => (row.recipeId ?? change.recipeId) === recipeId)
    return rows.map(({ ingredientId, name, quantity, unit }) => ({
      ingredientKey: ingredientId ?? ingredientKey(name),
      milli: toMilli(quantity ?? 0),
      unit: unit ?? 'each',
    }))
  })

/** Returns how ingredients are sold, as far as this device knows. */
export const findSoldLocally = (household: string | null): FindSold => deriveLocally(household, findSoldIn) ?? (() => undefined)

/** Returns the rows to add for what recipes lack as the list shows them until the server has them, without what waits already. */
function recipeRows(household: string | null, missing: readonly MissingLines[]): RecipeRow[] {
  const categories = deriveLocally(household, (tables) => new Map(tables.rows(ingredientTable).map(({ id, category }) => [id, category])))
  const at = new Date().toISOString()
  const rows = toMissingListRows(missing, findSoldLocally(household), (recipeId) => waitingRows(household, recipeId))
  return rows.map(({ recipeId, name, item: { id = newId(), ingredientId = null, suggestedQuantity = null, unit = null } }) => {
    const category = categories?.get(ingredientId ?? '') ?? 'Other'
    return { id, recipeId, name, ingredientId, quantity: suggestedQuantity, unit, category, priority: 'medium', at }
  })
}
