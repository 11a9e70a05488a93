import { plural, t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { listNames } from '#platform/shared/list-names.ts'
import { callWithHeaders, errorMessage, urlOf } from '#platform/web/api/call.ts'
import { cache, invalidateIn } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import { writeOrSend } from '#platform/web/sync/write-or-queue.ts'
import { deletedMeanwhile } from '#platform/web/ui/deleted-meanwhile.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { type BulkIngredientEdit, bulkEditIngredients } from '../../contract/bulk-edit.ts'
import { getIngredient, type Ingredient, listIngredients } from '../../contract/index.ts'
import { isProvisional } from '../../rules/provisional-id.ts'
import { ingredientsKey } from './index.ts'
import type { BulkIngredientIntent } from './ingredient-intent.ts'

type Reply = ReplyOf<typeof bulkEditIngredients>

/** Returns what the edit does on screen, and what its undo does. */
function intentsOf(ingredients: readonly Ingredient[], edit: BulkIngredientEdit): Record<'intent' | 'opposite', BulkIngredientIntent> {
  if (edit.do === 'remove') {
    const removed = ingredients.map(({ id }) => ({ ingredientId: id, to: null }))
    return { intent: { ingredients: removed }, opposite: { ingredients: ingredients.map((to) => ({ ingredientId: to.id, to })) } }
  }
  const changes = ingredients.flatMap((ingredient) => {
    const differing = Object.entries(edit.fields).filter(([field, value]) => ingredient[field as keyof Ingredient] !== value)
    if (differing.length === 0) return []
    const from = Object.fromEntries(differing.map(([field]) => [field, ingredient[field as keyof Ingredient]]))
    return { ingredientId: ingredient.id, to: Object.fromEntries(differing) as Partial<Ingredient>, from: from as Partial<Ingredient> }
  })
  return {
    intent: { ingredients: changes.map(({ ingredientId, to }) => ({ ingredientId, to })) },
    opposite: { ingredients: changes.map(({ ingredientId, from }) => ({ ingredientId, to: from })) },
  }
}

/** Says what was done. How many were deleted is known once the server said which have stock. */
function messageOf(count: number, edit: BulkIngredientEdit, isDone: boolean): string {
  if (edit.do === 'change') return plural(count, { one: 'Changed # ingredient', other: 'Changed # ingredients' })
  return isDone ? plural(count, { one: 'Deleted # ingredient', other: 'Deleted # ingredients' }) : t`Deleted what isn’t in stock`
}

/** Shows a change at once where no copy of the household does. */
function showInCache(household: string | null, changed: ReadonlySet<string>, edit: BulkIngredientEdit): void {
  if (edit.do === 'remove') return
  cache.setQueryData(ingredientsKey(household), (known) =>
    known?.map((one) => (changed.has(one.id) ? Object.assign({}, one, edit.fields) : one)),
  )
}

/** Changes or removes many ingredients in one request: shows it at once and offers one Undo; while offline, queues it on this device. */
export async function editIngredients(selected: readonly Ingredient[], edit: BulkIngredientEdit): Promise<void> {
  const ingredients = selected.filter(({ id }) => !isProvisional(id))
  const unsynced = unsyncedOf(selected)
  if (ingredients.length === 0) {
    for (const words of unsynced) toast.fail(words)
    return
  }
  const { household } = currentSession()
  const { intent, opposite } = intentsOf(ingredients, edit)
  const body = { ids: ingredients.map(({ id }) => id), edit }
  const write = {
    household: household ?? '',
    kind: 'ingredients',
    words: messageOf(ingredients.length, edit, false),
    intent,
    request: { method: 'POST', address: urlOf(bulkEditIngredients, {}), body },
  } as const
  const onChange = () => void invalidateIn(household, listIngredients, getIngredient)
  showInCache(household, new Set(body.ids), edit)
  try {
    const written = await writeOrSend(write, () => callWithHeaders(bulkEditIngredients, { body, household }))
    const reply = written.state === 'sent' ? (written.reply as Reply | undefined) : undefined
    if (written.state === 'queued')
      void written.ended.then((ending) => {
        if (ending.state === 'sent') for (const words of skippedOf(ending.reply as Reply | undefined, ingredients)) toast.fail(words)
        onChange()
      })
    else onChange()
    const done = reply ? messageOf(ingredients.length - reply.skipped.length, edit, true) : write.words
    // One message, since the next would cover the Undo of this one.
    const message = [done, ...unsynced, ...skippedOf(reply, ingredients)].join('. ')
    offerUndo(write, written, message, { by: undoChange, opposite, onChange })
  } catch (error) {
    onChange()
    toast.fail(errorMessage(error, t`Couldn’t change these ingredients`))
  }
}

/** Says which were left out because a new ingredient of an item that waits on this device has no id of the server yet. */
function unsyncedOf(selected: readonly Ingredient[]): string[] {
  const names = selected.filter(({ id }) => isProvisional(id)).map(({ name }) => name)
  return names.length > 0 ? [t`Left out, because they aren’t synced yet: ${listNames(names)}`] : []
}

/** Says which were left out. Only the tab that sent the request has a reply. */
function skippedOf(reply: Reply | undefined, ingredients: readonly Ingredient[]): string[] {
  const skipped = reply?.skipped ?? []
  const stocked = new Set(skipped.filter(({ code }) => code === 'has_stock').map(({ id }) => id))
  const names = ingredients.filter(({ id }) => stocked.has(id)).map(({ name }) => name)
  const deletedCount = skipped.filter(({ code }) => code === 'not_found').length
  return [
    ...(names.length > 0 ? [t`Kept, because you have it in stock: ${listNames(names)}`] : []),
    ...(deletedCount > 0 ? [deletedMeanwhile(deletedCount)] : []),
  ]
}
