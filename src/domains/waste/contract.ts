import { z } from 'zod'
import { DiscardReason, Lot } from '#domains/inventory/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Id } from '#platform/contract/ids.ts'
import { Text } from '#platform/contract/text.ts'

/** The spec's notes when a person gives none. */
export const defaultNotes = (reason: DiscardReason) =>
  reason === 'expired' ? 'Item expired and was discarded' : 'Item was removed from inventory'

/** The same discard as `POST /api/inventory/{id}/discard`, under the spec's name. */
export const trackWaste = endpoint({
  method: 'POST',
  path: '/api/waste/track',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Record a whole lot as waste',
  body: z.object({ inventoryItemId: Id, reason: DiscardReason, notes: Text(500).optional() }).strict(),
  reply: Lot,
  status: 201,
})
