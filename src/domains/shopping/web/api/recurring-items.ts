import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { undoChange } from '#domains/households/contract/index.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import * as contract from '../../contract/index.ts'
import { describeInterval } from '../../rules/describe-cause.ts'
import { identityOf } from '../../rules/list-intent.ts'
import { isSameItem } from '../../rules/merge-rows.ts'

type RecurringItem = contract.RecurringItem

const none: readonly RecurringItem[] = []

/** Returns what repeats, next due first; null until loaded. Works offline. */
export const useRecurringItems = (): { items: readonly RecurringItem[] | null; failure: unknown } => {
  const { data, error } = useEndpointQuery(contract.listRecurringItems, {}, { persisted: true })
  return { items: data ?? null, failure: error }
}

const identityOfNamed = ({ ingredientId, ingredientName: name }: Pick<RecurringItem, 'ingredientId' | 'ingredientName'>) =>
  identityOf({ ingredientId, name })

/** Whether a row of a list is about what repeats. */
export const isAbout = (recurring: RecurringItem, item: contract.ShoppingItem): boolean =>
  isSameItem(identityOfNamed(recurring), identityOfNamed(item))

/** Returns a function that finds what repeats about the thing of a row, as `isAbout` compares; null if it doesn't repeat. */
function recurringFinder<R extends RecurringItem>(items: readonly R[]): (item: contract.ShoppingItem) => R | null {
  const [byId, byName, byNameAlone] = [new Map<string, R>(), new Map<string, R>(), new Map<string, R>()]
  for (const item of items.toReversed()) {
    const { ingredientId, ingredientKey } = identityOfNamed(item)
    byName.set(ingredientKey, item)
    if (ingredientId === null) byNameAlone.set(ingredientKey, item)
    else byId.set(ingredientId, item)
  }
  return (item) => {
    const { ingredientId, ingredientKey } = identityOfNamed(item)
    const found = ingredientId === null ? byName.get(ingredientKey) : (byId.get(ingredientId) ?? byNameAlone.get(ingredientKey))
    return found ?? null
  }
}

/** Returns how the thing of a row repeats; null if it doesn't. */
export const findRecurring = (items: readonly RecurringItem[] | null, item: contract.ShoppingItem): RecurringItem | null =>
  recurringFinder(items ?? none)(item)

/** Returns a function that says of a row how often its thing repeats; null if it doesn't. Works offline. */
export function useRepeatWords(): (item: contract.ShoppingItem) => string | null {
  const { items } = useRecurringItems()
  return useMemo(() => {
    const find = recurringFinder((items ?? none).map((item) => ({ ...item, words: describeRepeat(item.every) })))
    return (item) => find(item)?.words ?? null
  }, [items])
}

function describeRepeat(interval: contract.Interval): string {
  const every = describeInterval(interval)
  return t`Repeats: ${every}`
}

const write = rowWriter<RecurringItem>('recurringItems', undoChange, contract.listRecurringItems)

const repeatedMessage = (name: string, every: contract.Interval) => `${name}: ${describeInterval(every)}`

/** Repeats a row as it is. `known`: how it repeats already. Throws `ApiError`. */
export async function repeatItem(
  item: contract.ShoppingItem,
  every: contract.Interval,
  { known, today }: { known: RecurringItem | null; today: string },
): Promise<void> {
  const { ingredientId, ingredientName, category, suggestedQuantity, unit } = item
  const copy = { ingredientId, ingredientName, category, suggestedQuantity, unit, listId: item.listId ?? null, every }
  const id = known?.id ?? newId()
  const body = { id, itemId: item.id, every }
  await write({
    words: t`Repeat ${ingredientName}`,
    message: repeatedMessage(ingredientName, every),
    intent: { id, to: known ? copy : { id, ...copy, dueOn: today, createdAt: new Date().toISOString(), version: 0 } },
    opposite: { id, to: known },
    request: { method: 'POST', address: urlOf(contract.repeatItem, {}), body },
    send: (household) => callWithHeaders(contract.repeatItem, { body, household }),
  })
}

/** Changes how often something repeats. Throws `ApiError`. */
export async function changeInterval(known: RecurringItem, every: contract.Interval): Promise<void> {
  const [params, body] = [{ id: known.id }, { every }]
  await write({
    words: t`Repeat ${known.ingredientName}`,
    message: repeatedMessage(known.ingredientName, every),
    intent: { id: known.id, to: { every } },
    opposite: { id: known.id, to: known },
    request: { method: 'PATCH', address: urlOf(contract.changeRecurringItem, { params }), body },
    send: (household) => callWithHeaders(contract.changeRecurringItem, { params, body, household }),
  })
}

/** Changes how much of something repeats, after its row was given that amount. Throws `ApiError`. */
export async function changeAmount(known: RecurringItem, amount: Pick<RecurringItem, 'suggestedQuantity' | 'unit'>): Promise<void> {
  const params = { id: known.id }
  await write({
    words: t`Repeat ${known.ingredientName}`,
    message: null,
    intent: { id: known.id, to: amount },
    opposite: { id: known.id, to: known },
    request: { method: 'PATCH', address: urlOf(contract.changeRecurringItem, { params }), body: amount },
    send: (household) => callWithHeaders(contract.changeRecurringItem, { params, body: amount, household }),
  })
}

/** Stops repeating. Throws `ApiError`. */
export async function stopRepeating(known: RecurringItem): Promise<void> {
  const params = { id: known.id }
  await write({
    words: t`Stop repeating ${known.ingredientName}`,
    message: t`${known.ingredientName} no longer repeats`,
    intent: { id: known.id, to: null },
    opposite: { id: known.id, to: known },
    request: { method: 'DELETE', address: urlOf(contract.endRecurringItem, { params }) },
    send: (household) => callWithHeaders(contract.endRecurringItem, { params, household }),
  })
}
