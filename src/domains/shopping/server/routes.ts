import { lastSeq } from '#platform/server/changes/change-log.ts'
import { type Route, serveFree, serveIdempotent, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import * as contract from '../contract/index.ts'
import { tableOf, textOf } from '../rules/export.ts'
import { openInstacart } from './gateway.ts'
import { addItem, pasteItems } from './use-cases/add-item.ts'
import { changeItem, clearChecked, removeItem } from './use-cases/change-item.ts'
import { generateList } from './use-cases/generate-list.ts'
import { aisleOrder, arrangeAisles } from './use-cases/order-aisles.ts'
import { suggestPar, usualItems } from './use-cases/past-purchases.ts'
import { draftPutAway, putAway } from './use-cases/put-away.ts'
import { readList, type Shopping } from './use-cases/read-list.ts'
import { createCart } from './use-cases/send-cart.ts'

/** Opens the shopping list; without an Instacart API key (`instacart` null) it can only be exported. */
export const openShopping = ({ instacart }: { instacart: { apiKey: string; baseUrl: string } | null }): Shopping => ({
  instacart: instacart && openInstacart(instacart),
})

export const shoppingRoutes = (shopping: Shopping): Route[] => [
  serveRead(contract.getShoppingList, async ({ q, member, header }) => {
    // Read before the list, so that the list includes at least this change.
    header('X-Change-Seq', String(await lastSeq(q, member.householdId)))
    return readList(q, member, shopping)
  }),
  serveWrite(contract.addShoppingItem, ({ tx, member, body }) => addItem(tx, member, shopping, body)),
  serveWrite(contract.changeShoppingItem, async ({ tx, member, params, body, ifMatch }) => ({
    item: await changeItem(tx, member, shopping, params.id, body, ifMatch),
  })),
  serveWrite(contract.removeShoppingItem, ({ tx, member, params }) => removeItem(tx, member, params.id)),
  serveWrite(contract.clearChecked, async ({ tx, member, body }) => ({ cleared: await clearChecked(tx, member, body.ids) })),
  serveWrite(contract.generateList, ({ tx, member }) => generateList(tx, member, shopping)),
  serveWrite(contract.pasteItems, async ({ tx, member, body }) => ({ items: await pasteItems(tx, member, shopping, body.text) })),
  serveRead(contract.draftPutAway, ({ q, member }) => draftPutAway(q, member, shopping)),
  serveWrite(contract.putAway, ({ tx, member, body }) => putAway(tx, member, body.items)),
  serveRead(contract.usualItems, ({ q, member }) => usualItems(q, member)),
  serveRead(contract.getAisles, async ({ q, member }) => ({ order: await aisleOrder(q, member, []) })),
  serveWrite(contract.arrangeAisles, async ({ tx, member, body }) => ({ order: await arrangeAisles(tx, member, body.order) })),
  serveRead(contract.suggestPar, ({ q, member, params }) => suggestPar(q, member, params.id)),
  serveFree(contract.exportList, async ({ read, member, query: { format, bom }, reply }) => {
    const list = await read(member.householdId, (q) => readList(q, member, shopping))
    const isCsv = format === 'csv'
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="shopping-list.${format}"`)
      .type(`text/${isCsv ? 'csv' : 'plain'}; charset=utf-8`)
      .send(isCsv ? formatCsv(tableOf(list), { bom: bom ?? false }) : textOf(list)) as never
  }),
  serveIdempotent(contract.createInstacartCart, ({ read, write, writeOnce, member, body, request }) => {
    const key = request.headers['idempotency-key']
    return createCart(
      { member, key: typeof key === 'string' ? key : null, read, write, writeOnce: writeOnce },
      shopping.instacart,
      body.items,
    )
  }),
]
