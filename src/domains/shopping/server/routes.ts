import { lastSeq } from '#platform/server/changes/change-log.ts'
import { tabletDenied } from '#platform/server/endpoints/authorize.ts'
import type { DeviceOf } from '#platform/server/endpoints/rate-limiter.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { toDownloadResponse } from '#platform/server/endpoints/serialize.ts'
import { hashLinkSecret } from '#platform/server/security/link-secret.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import * as contract from '../contract/index.ts'
import { formatAsTable, formatListAsText } from '../rules/format-list.ts'
import { openInstacart } from './gateway/instacart.ts'
import { addItem, pasteItems } from './use-cases/add-item.ts'
import { changeItem, clearChecked, removeItem } from './use-cases/change-item.ts'
import { createCart } from './use-cases/create-cart.ts'
import { addBundle, changeBundle, listBundles, removeBundle } from './use-cases/edit-bundle.ts'
import {
  addNamedList,
  changeNamedList,
  findReadableList,
  findSharableList,
  listNamedLists,
  removeNamedList,
} from './use-cases/edit-named-list.ts'
import { generateList } from './use-cases/generate-list.ts'
import { createGuestLink, endGuestLink, findGuest, listGuestLinks } from './use-cases/guest-links.ts'
import { addGuestRow, checkGuestRow, readGuestList } from './use-cases/guest-list.ts'
import { aisleOrder, arrangeAisles } from './use-cases/order-aisles.ts'
import { draftPutAway, putAway } from './use-cases/put-away.ts'
import { readList, type ShoppingDeps } from './use-cases/read-list.ts'
import { changeRecurringItem, endRecurringItem, listRecurringItems, repeatItem } from './use-cases/recurring-items.ts'
import { renderGuestPage } from './use-cases/render-guest-page.ts'
import { changeTrip, endTrip, listTrips, startTrip } from './use-cases/shopping-trips.ts'
import { suggestPar, usualItems } from './use-cases/suggest-from-purchases.ts'
import { changedProperties, readDavRequest, readXml } from './use-cases/task-list/dav-request.ts'
import { davAnswer, davError, refuseProperties } from './use-cases/task-list/dav-response.ts'
import { findHomeProperties, findListProperties, findTaskProperties } from './use-cases/task-list/find-properties.ts'
import { reportHome, reportTasks } from './use-cases/task-list/report-tasks.ts'
import { findTaskList } from './use-cases/task-list/task-resource.ts'
import { deleteTask, getTask, putTask } from './use-cases/task-list/write-task.ts'

/** Opens the shopping list; without an Instacart API key (`instacart` null) it can only be exported. */
export const openShopping = ({ instacart }: { instacart: { apiKey: string; baseUrl: string } | null }): ShoppingDeps => ({
  instacart: instacart && openInstacart(instacart),
})

/** Limits each guest link, whatever addresses its requests come from. */
const linkOf: DeviceOf = ({ query }) => {
  const { key } = query as { key?: unknown }
  return typeof key === 'string' ? hashLinkSecret(key) : null
}

const guestRoutes = (shopping: ShoppingDeps): readonly Route[] => [
  route(contract.listGuestLinks, async ({ q, member, query }) =>
    listGuestLinks(q, member, await findReadableList(q, member.householdId, query.list)),
  ),
  route(contract.createGuestLink, async ({ tx, member, body }) =>
    createGuestLink(tx, member, await findSharableList(tx, member.householdId, body.listId)),
  ),
  route(contract.endGuestLink, ({ tx, member, params }) => endGuestLink(tx, member, params.id)),
  route(contract.showGuestPage, async () => renderGuestPage()),
  ...[
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
  ].map((one) => ({ ...one, deviceOf: linkOf })),
]

const allow = (methods: string) => davAnswer(200, { Allow: methods })
/** Lists are created in Larder. */
const refuseList = () => davError('<C:calendar-collection-location-ok/>')
const toHome = () => davAnswer(301, { Location: contract.davHome })

/** The list as a task list over CalDAV. */
const taskRoutes = (shopping: ShoppingDeps): readonly Route[] => [
  route(contract.davDiscover, async () => toHome()),
  route(contract.davDiscoverProperties, async () => toHome()),
  route(contract.davDiscoverAtRoot, async () => toHome()),
  route(contract.davDiscoverWithoutSlash, async () => toHome()),
  route(contract.davOptions, async () => allow('OPTIONS, PROPFIND, PROPPATCH, REPORT')),
  route(contract.davFind, readDavRequest, ({ q, member, prepared }) => findHomeProperties(q, member, prepared)),
  route(contract.davRefuseHomeProperties, readDavRequest, async ({ prepared }) =>
    refuseProperties(contract.davHome, changedProperties(readXml(prepared.text))),
  ),
  route(contract.davReportHome, readDavRequest, async ({ prepared }) => reportHome(prepared)),
  route(contract.davListOptions, async () => allow('OPTIONS, PROPFIND, PROPPATCH, REPORT')),
  route(contract.davFindList, readDavRequest, ({ q, member, params, prepared }) => findListProperties(q, member, params.list, prepared)),
  route(contract.davRefuseProperties, readDavRequest, async ({ q, member, params, prepared }) => {
    const { name } = await findTaskList(q, member.householdId, params.list)
    return refuseProperties(contract.davListPath(name), changedProperties(readXml(prepared.text)))
  }),
  route(contract.davReport, readDavRequest, ({ q, member, params, prepared }) => reportTasks(q, member, params.list, prepared)),
  route(contract.davRefuseCalendar, async () => refuseList()),
  route(contract.davRefuseCollection, async () => refuseList()),
  route(contract.davRefuseRemoval, async ({ q, member, params }) => {
    await findTaskList(q, member.householdId, params.list)
    return davError('<D:need-privileges/>')
  }),
  route(contract.davTaskOptions, async () => allow('OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND')),
  route(contract.davFindTask, readDavRequest, ({ q, member, params, prepared }) => findTaskProperties(q, member, params, prepared)),
  route(contract.davGetTask, ({ q, member, params }) => getTask(q, member, params)),
  route(contract.davHeadTask, ({ q, member, params }) => getTask(q, member, params)),
  route(contract.davPutTask, readDavRequest, ({ tx, member, params, prepared }) => putTask(tx, member, shopping, params, prepared)),
  route(contract.davDeleteTask, readDavRequest, ({ tx, member, params, prepared }) => deleteTask(tx, member, params, prepared)),
]

export const shoppingRoutes = (shopping: ShoppingDeps): Route[] => [
  route(contract.getShoppingList, async ({ q, member, query, header }) => {
    // Read before the list, so that the list includes at least this change.
    header('X-Change-Seq', String(await lastSeq(q, member.householdId)))
    return readList(q, member, shopping, await findReadableList(q, member.householdId, query.list))
  }),
  route(contract.addShoppingItem, ({ tx, member, body }) => addItem(tx, member, shopping, body)),
  route(contract.changeShoppingItem, async ({ tx, member, params, body, ifMatch }) => {
    // It checks rows off, and edits none.
    if (member.tabletId !== undefined && Object.keys(body).some((field) => field !== 'isChecked')) throw tabletDenied()
    return { item: await changeItem(tx, member, shopping, params.id, body, ifMatch) }
  }),
  route(contract.removeShoppingItem, ({ tx, member, params }) => removeItem(tx, member, params.id)),
  route(contract.clearChecked, async ({ tx, member, body }) => ({ cleared: await clearChecked(tx, member, body.ids) })),
  route(contract.generateList, ({ tx, member }) => generateList(tx, member, shopping)),
  route(contract.pasteItems, async ({ tx, member, body }) => ({ items: await pasteItems(tx, member, shopping, body) })),
  route(contract.draftPutAway, async ({ q, member, query }) =>
    draftPutAway(q, member, shopping, await findReadableList(q, member.householdId, query.list)),
  ),
  route(contract.putAway, ({ tx, member, body }) => putAway(tx, member, body)),
  route(contract.usualItems, ({ q, member }) => usualItems(q, member)),
  route(contract.getAisles, async ({ q, member }) => ({ order: await aisleOrder(q, member, []) })),
  route(contract.arrangeAisles, async ({ tx, member, body }) => ({ order: await arrangeAisles(tx, member, body) })),
  route(contract.suggestPar, ({ q, member, params }) => suggestPar(q, member, params.id)),
  route(contract.exportList, async ({ q, member, query: { format, bom, list: listId } }) => {
    const list = await readList(q, member, shopping, await findReadableList(q, member.householdId, listId))
    const lists = listId === undefined ? null : await listNamedLists(q, member)
    return format === 'csv'
      ? toDownloadResponse('shopping-list.csv', 'text/csv', formatCsv(formatAsTable(list, lists), { bom: bom ?? false }))
      : toDownloadResponse('shopping-list.text', 'text/plain', formatListAsText(list))
  }),
  ...guestRoutes(shopping),
  ...taskRoutes(shopping),
  route(contract.listNamedLists, ({ q, member }) => listNamedLists(q, member)),
  route(contract.addNamedList, ({ tx, member, body }) => addNamedList(tx, member, body)),
  route(contract.changeNamedList, ({ tx, member, params, body, ifMatch }) => changeNamedList(tx, member, params.id, body, ifMatch)),
  route(contract.removeNamedList, ({ tx, member, params }) => removeNamedList(tx, member, params.id)),
  route(contract.listBundles, ({ q, member }) => listBundles(q, member)),
  route(contract.addBundle, ({ tx, member, body }) => addBundle(tx, member, body)),
  route(contract.changeBundle, ({ tx, member, params, body, ifMatch }) => changeBundle(tx, member, params.id, body, ifMatch)),
  route(contract.removeBundle, ({ tx, member, params }) => removeBundle(tx, member, params.id)),
  route(contract.listRecurringItems, ({ q, member }) => listRecurringItems(q, member)),
  route(contract.repeatItem, ({ tx, member, body }) => repeatItem(tx, member, body)),
  route(contract.changeRecurringItem, ({ tx, member, params, body }) => changeRecurringItem(tx, member, params.id, body)),
  route(contract.endRecurringItem, ({ tx, member, params }) => endRecurringItem(tx, member, params.id)),
  route(contract.listTrips, ({ q, member }) => listTrips(q, member)),
  route(contract.startTrip, ({ tx, member, body }) => startTrip(tx, member, body)),
  route(contract.changeTrip, ({ tx, member, params, body }) => changeTrip(tx, member, params.id, body)),
  route(contract.endTrip, ({ tx, member, params }) => endTrip(tx, member, params.id)),
  route(contract.createInstacartCart, ({ read, write, writeOnce, member, body, request }) => {
    const key = request.headers['idempotency-key']
    return createCart({ member, key: typeof key === 'string' ? key : null, read, write, writeOnce }, shopping.instacart, body.items)
  }),
]
