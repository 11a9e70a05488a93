import { discardLot } from '#domains/inventory/server/service.ts'
import { type Route, serveWrite } from '#platform/server/serve/call.ts'
import { defaultNotes, trackWaste } from '../contract.ts'

export const wasteRoutes = (): Route[] => [
  serveWrite(trackWaste, ({ tx, member, body: { inventoryItemId, reason, notes } }) =>
    discardLot(tx, member, inventoryItemId, { reason, notes: notes || defaultNotes(reason) }),
  ),
]
