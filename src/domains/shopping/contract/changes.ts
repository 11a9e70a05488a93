import { z } from 'zod'
import { eventType } from '#platform/shared/event.ts'
import { ShoppingItem } from './item.ts'

/** What stays in the log of each row touched: by how many thousandths it grew, and what that means for the list on screen. */
const Touched = z.object({ items: z.array(z.object({ itemId: z.string(), milli: z.int(), type: z.enum(['INSERT', 'UPDATE', 'DELETE']) })) })
export const listAdded = eventType('list.added', Touched)
export const listChanged = eventType('list.changed', Touched)
/** Checks on and off: many and small, so the history leaves them out; another check takes one back. */
export const listChecked = eventType('list.checked', Touched)
export const listRemoved = eventType('list.removed', Touched)
export const listCleared = eventType('list.cleared', Touched)
export const listGenerated = eventType('list.generated', Touched)
/** Holds the lots, too: one change, taken back as one. */
export const listPutAway = eventType('list.put_away', Touched.extend({ lots: z.array(z.unknown()) }))
export const aislesArranged = eventType('aisles.arranged', z.object({}))

/** The realtime view of the log. A change of very many rows is one `RELOAD` without data. */
export const shoppingChannel = (householdId: string) => `shopping:${householdId}`
export const shoppingChange = 'shopping_change'
export const ShoppingChange = z.object({
  type: z.enum(['INSERT', 'UPDATE', 'DELETE', 'RELOAD']),
  data: ShoppingItem.nullable(),
  userId: z.string().nullable(),
  /** The change's number: a list read at a later one knows it already. */
  seq: z.int(),
})
export type ShoppingChange = z.infer<typeof ShoppingChange>
