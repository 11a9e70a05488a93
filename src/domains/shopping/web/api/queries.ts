import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import { call, callWithHeaders, download } from '#platform/web/api/call.ts'
import { useReply } from '#platform/web/api/query-cache.ts'
import { newId } from '#platform/web/session/device.ts'
import { isNetworkFailure, timeoutFactor } from '#platform/web/sync/transport.ts'
import {
  arrangeAisles,
  type Cart,
  createInstacartCart,
  draftPutAway,
  exportList,
  generateList,
  type ShoppingItem,
  usualItems,
} from '../../contract/index.ts'
import { tableOf, textOf } from '../../rules/export.ts'
import { viewOf } from '../../rules/offline.ts'
import type { ListNow } from './use-list.ts'

/** What this household buys again and again; kept on the device, for the shop without a network. */
export const useUsual = () => useReply(usualItems, {}, { persisted: true, staleTime: 5 * 60_000 })

/** The household's foods, to read what is typed; asked for once somebody types. */
export const useIngredients = (isWanted: boolean) => useReply(listIngredients, {}, { enabled: isWanted })

export const usePutAwayDrafts = (isWanted: boolean) => useReply(draftPutAway, {}, { enabled: isWanted, staleTime: 0 })

/** Has the list written. Throws `ApiError`. */
export async function generate({ replica, household }: Pick<ListNow, 'replica' | 'household'>) {
  const askedAt = Date.now()
  const { reply, headers } = await callWithHeaders(generateList, { household })
  const seq = Number(headers.get('x-change-seq') ?? Number.NaN)
  replica?.receiveAnswer({ data: viewOf(reply), seq: Number.isInteger(seq) ? seq : null }, askedAt)
  replica?.refresh()
  return reply
}

/** Hands rows over to Instacart; answers where to go. Throws `ApiError`. */
export async function sendToInstacart(items: readonly ShoppingItem[], household: string | null): Promise<Cart> {
  const rows = items.flatMap(({ instacartProductId: productId, suggestedQuantity: quantity, unit }) =>
    productId === null ? [] : [{ productId, quantity, unit }],
  )
  const { cart } = await call(createInstacartCart, { household, body: { items: rows }, idempotencyKey: newId(), once: true })
  return cart
}

/** The list as a file: the server's, or without one what this device knows. Throws `ApiError` when the server refuses. */
export async function exportFile(format: 'csv' | 'text', list: ListNow): Promise<void> {
  const name = `shopping-list.${format}`
  try {
    saveAs(await download(exportList, { query: { format }, household: list.household, signal: timeoutFactor() }), name)
  } catch (error) {
    if (!isNetworkFailure(error) || list.items === null) throw error
    saveAs(
      new Blob([format === 'csv' ? formatCsv(tableOf({ items: [...list.items] })) : asText(list)], { type: 'text/plain;charset=utf-8' }),
      name,
    )
  }
}

/** The list to read out, print or send on. */
export const asText = ({ items, stats, aisles }: ListNow): string => textOf({ items: [...(items ?? [])], stats, aisles: [...aisles] })

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export const setAisles = (order: readonly string[], household: string | null) =>
  call(arrangeAisles, { household, body: { order: [...order] } })
