import { lastSeq } from '#platform/server/changes/change-log.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { toDownloadResponse } from '#platform/server/endpoints/serialize.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import * as contract from '../contract/index.ts'
import { formatAsTable, formatListAsText } from '../rules/format-list.ts'
import { openInstacart } from './gateway/instacart.ts'
import { addItem, pasteItems } from './use-cases/add-item.ts'
import { changeItem, clearChecked, removeItem } from './use-cases/change-item.ts'
import { createCart } from './use-cases/create-cart.ts'
import { generateList } from './use-cases/generate-list.ts'
import { createGuestLink, endGuestLink, findGuest, listGuestLinks } from './use-cases/guest-links.ts'
import { addGuestRow, checkGuestRow, readGuestList } from './use-cases/guest-list.ts'
import { showGuestPage } from './use-cases/guest-page.ts'
import { aisleOrder, arrangeAisles } from './use-cases/order-aisles.ts'
import { draftPutAway, putAway } from './use-cases/put-away.ts'
import { readList, type ShoppingDeps } from './use-cases/read-list.ts'
import { suggestPar, usualItems } from './use-cases/suggest-from-purchases.ts'

/** Opens the shopping list; without an Instacart API key (`instacart` null) it can only be exported. */
export const openShopping = ({ instacart }: { instacart: { apiKey: string; baseUrl: string } | null }): ShoppingDeps => ({
  instacart: instacart && openInstacart(instacart),
})

/** Until a household has several lists. */
const defaultList = null

const guestRoutes = (shopping: ShoppingDeps): readonly Route[] => [
  route(contract.listGuestLinks, ({ q, member }) => listGuestLinks(q, member, defaultList)),
  route(contract.createGuestLink, ({ tx, member }) => createGuestLink(tx, member, defaultList)),
  route(contract.endGuestLink, ({ tx, member, params }) => endGuestLink(tx, member, params.id)),
  route(contract.showGuestPage, async () => showGuestPage()),
  route(
    contract.getGuestRows,
    ({ q, query }) => findGuest(q, query.key),
    ({ q, query, prepared }) => readGuestList(q, prepared, query.since),
  ),
  route(
    contract.addGuestRow,
    ({ q, query }) => findGuest(q, query.key),
    ({ tx, body, prepared }) => addGuestRow(tx, prepared, shopping, body),
  ),
  route(
    contract.checkGuestRow,
    ({ q, query }) => findGuest(q, query.key),
    ({ tx, params, body, prepared }) => checkGuestRow(tx, prepared, shopping, params.id, body),
  ),
]

export const shoppingRoutes = (shopping: ShoppingDeps): Route[] => [
  route(contract.getShoppingList, async ({ q, member, header }) => {
    // Read before the list, so that the list includes at least this change.
    header('X-Change-Seq', String(await lastSeq(q, member.householdId)))
    return readList(q, member, shopping)
  }),
  route(contract.addShoppingItem, ({ tx, member, body }) => addItem(tx, member, shopping, body)),
  route(contract.changeShoppingItem, async ({ tx, member, params, body, ifMatch }) => ({
    item: await changeItem(tx, member, shopping, params.id, body, ifMatch),
  })),
  route(contract.removeShoppingItem, ({ tx, member, params }) => removeItem(tx, member, params.id)),
  route(contract.clearChecked, async ({ tx, member, body }) => ({ cleared: await clearChecked(tx, member, body.ids) })),
  route(contract.generateList, ({ tx, member }) => generateList(tx, member, shopping)),
  route(contract.pasteItems, async ({ tx, member, body }) => ({ items: await pasteItems(tx, member, shopping, body.text) })),
  route(contract.draftPutAway, ({ q, member }) => draftPutAway(q, member, shopping)),
  route(contract.putAway, ({ tx, member, body }) => putAway(tx, member, body.items)),
  route(contract.usualItems, ({ q, member }) => usualItems(q, member)),
  route(contract.getAisles, async ({ q, member }) => ({ order: await aisleOrder(q, member, []) })),
  route(contract.arrangeAisles, async ({ tx, member, body }) => ({ order: await arrangeAisles(tx, member, body) })),
  route(contract.suggestPar, ({ q, member, params }) => suggestPar(q, member, params.id)),
  route(contract.exportList, async ({ q, member, query: { format, bom } }) => {
    const list = await readList(q, member, shopping)
    return format === 'csv'
      ? toDownloadResponse('shopping-list.csv', 'text/csv', formatCsv(formatAsTable(list), { bom: bom ?? false }))
      : toDownloadResponse('shopping-list.text', 'text/plain', formatListAsText(list))
  }),
  ...guestRoutes(shopping),
  route(contract.createInstacartCart, ({ read, write, writeOnce, member, body, request }) => {
    const key = request.headers['idempotency-key']
    return createCart({ member, key: typeof key === 'string' ? key : null, read, write, writeOnce }, shopping.instacart, body.items)
  }),
]
