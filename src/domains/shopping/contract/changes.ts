import { z } from 'zod'
import { eventType } from '#platform/shared/event.ts'
import { ShoppingItem } from './item.ts'

/** Per changed row: `milli` is the change of its quantity in thousandths, `type` its effect on the visible list. */
const Touched = z.object({ items: z.array(z.object({ itemId: z.string(), milli: z.int(), type: z.enum(['INSERT', 'UPDATE', 'DELETE']) })) })
export const listAdded = eventType('list.added', Touched)
export const listChanged = eventType('list.changed', Touched)
/** Checking and unchecking. Too frequent for the history; toggling the check undoes it. */
export const listChecked = eventType('list.checked', Touched)
export const listRemoved = eventType('list.removed', Touched)
export const listCleared = eventType('list.cleared', Touched)
export const listGenerated = eventType('list.generated', Touched)
/** Includes the lots, so that one undo restores both. */
export const listPutAway = eventType('list.put_away', Touched.extend({ lots: z.array(z.unknown()) }))
export const aislesArranged = eventType('aisles.arranged', z.object({}))

/** Realtime channel of a household's list. A change to more than 100 rows is sent as one `RELOAD` without data. */
export const shoppingChannel = (householdId: string) => `shopping:${householdId}`
export const shoppingChange = 'shopping_change'
export const ShoppingChange = z.object({
  type: z.enum(['INSERT', 'UPDATE', 'DELETE', 'RELOAD']),
  data: ShoppingItem.nullable(),
  userId: z.string().nullable(),
  /** The change's sequence number; a list whose `X-Change-Seq` is at least this includes it. */
  seq: z.int(),
})
export type ShoppingChange = z.infer<typeof ShoppingChange>
