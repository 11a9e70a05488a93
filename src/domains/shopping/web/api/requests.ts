import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { listStores } from '#domains/stores/contract.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import { call, download } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { saveFile } from '#platform/web/api/save-file.ts'
import { isNetworkFailure, timeoutSignal } from '#platform/web/sync/send-operation.ts'
import {
  arrangeAisles,
  type Cart,
  createInstacartCart,
  draftPutAway,
  exportList,
  generateList,
  getShoppingList,
  type NamedList,
  type ShoppingItem,
  usualItems,
} from '../../contract/index.ts'
import { formatAsTable, formatListAsText } from '../../rules/format-list.ts'
import { statsOf } from '../../rules/list-figures.ts'
import { type ListState, readList } from './use-list.ts'

/** Fetches the items bought regularly; persisted for offline use. */
export const useUsualItems = () => useEndpointQuery(usualItems, {}, { persisted: true, staleTime: 5 * 60_000 })

/** Fetches the household's ingredients, to parse typed text; enabled when the user starts typing. */
export const useIngredients = (isEnabled: boolean) => useEndpointQuery(listIngredients, {}, { enabled: isEnabled })

/** `listId` is null for the default list. */
export const usePutAwayDrafts = (listId: string | null, isEnabled: boolean) =>
  useEndpointQuery(draftPutAway, listId === null ? {} : { query: { list: listId } }, { enabled: isEnabled, staleTime: 0 })

/** Generates the list. Throws `ApiError`. */
export async function generate(household: string | null) {
  const reply = await call(generateList, { household })
  void invalidateIn(household, getShoppingList)
  return reply
}

/** Sends rows to Instacart. Throws `ApiError`. */
export async function sendToInstacart(items: readonly ShoppingItem[], household: string | null): Promise<Cart> {
  const rows = items.flatMap(({ instacartProductId: productId, suggestedQuantity: quantity, unit }) =>
    productId === null ? [] : [{ productId, quantity, unit }],
  )
  const { cart } = await call(createInstacartCart, { household, body: { items: rows }, idempotencyKey: newId(), once: true })
  return cart
}

/** Downloads the list as a file, or builds it on the device if offline. Throws `ApiError` if the server rejects the request. */
export const exportFile = (format: 'csv' | 'text', list: ListState): Promise<void> =>
  saveExport({ format, ...(list.list ? { list: list.list.id } : {}) }, list.household, async () => {
    if (list.items === null) return null
    return format === 'csv' ? formatCsv(formatAsTable({ items: [...list.items] }, list.list && [list.list])) : formatAsText(list)
  })

/** Saves the rows of all lists that aren't archived as CSV, like `exportFile`. `lists` are those in addition to the default one. */
export const exportAllLists = (lists: readonly NamedList[], household: string | null): Promise<void> =>
  saveExport({ format: 'csv', list: 'all' }, household, async () =>
    household === null ? null : formatCsv(formatAsTable({ items: [...(await readList(household))] }, lists)),
  )

/** Downloads a file, or saves what `build` returns if offline. Throws `ApiError` if that is null or the server rejects the request. */
async function saveExport(
  query: { format: 'csv' | 'text'; list?: string },
  household: string | null,
  build: () => Promise<string | null>,
): Promise<void> {
  const name = `shopping-list.${query.format}`
  try {
    saveFile(await download(exportList, { query, household, signal: timeoutSignal() }), name)
  } catch (error) {
    const text = isNetworkFailure(error) ? await build() : null
    if (text === null) throw error
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)
  }
}

export const formatAsText = ({ items, aisles }: ListState): string =>
  formatListAsText({ items: [...(items ?? [])], stats: statsOf(items ?? []), aisles: [...aisles] })

/** Sets the order of the aisles, of one store if given. Throws `ApiError`. */
export async function setAisles(order: readonly string[], household: string | null, storeId?: string): Promise<void> {
  await call(arrangeAisles, { household, body: { order: [...order], ...(storeId === undefined ? {} : { storeId }) } })
  void invalidateIn(household, getShoppingList, listStores)
}
