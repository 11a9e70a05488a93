import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Unit } from '#platform/shared/units.ts'
import { readAccess, shoppingListPath, writeAccess } from './item.ts'

export const maxRecurring = 300

export const intervalUnits = ['day', 'week', 'month'] as const
export const Interval = z.object({ count: z.int().min(1).max(365), unit: z.enum(intervalUnits) }).strict()
export type Interval = z.infer<typeof Interval>

/** What the list adds again after an interval. */
export const RecurringItem = z.object({
  id: z.string(),
  /** Null if the name matches no ingredient of the household. */
  ingredientId: z.string().nullable(),
  ingredientName: z.string(),
  category: z.string(),
  suggestedQuantity: z.number(),
  unit: Unit,
  /** Null for the default list. */
  listId: z.string().nullable(),
  every: z.object({ count: z.int(), unit: z.enum(intervalUnits) }),
  /** When it is added next; while it is on the list, when that was due. In the household's time zone. */
  dueOn: z.string(),
  createdAt: z.string(),
  version: z.int(),
})
export type RecurringItem = z.infer<typeof RecurringItem>

/** `itemId`: the row to repeat, also one that was bought. */
export const NewRecurringItem = z.object({ id: Id.optional(), itemId: Id, every: Interval }).strict()
export type NewRecurringItem = z.infer<typeof NewRecurringItem>
/** Omitted fields stay as they are. */
export const RecurringItemChange = z
  .object({ every: Interval.optional(), suggestedQuantity: Quantity.optional(), unit: Unit.optional() })
  .strict()
export type RecurringItemChange = z.infer<typeof RecurringItemChange>

const path = `${shoppingListPath}/recurring`

export const listRecurringItems = endpoint({
  ...readAccess,
  method: 'GET',
  path,
  summary: 'What the list adds again after an interval, next first',
  reply: z.array(RecurringItem),
})
export const repeatItem = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Repeat a row with its amount and list; what repeats already takes them and the interval, and is returned',
  body: NewRecurringItem,
  reply: RecurringItem,
  status: 201,
})
export const changeRecurringItem = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change the interval, counted from when it was last due or bought, or the amount',
  params: IdParams,
  body: RecurringItemChange,
  reply: RecurringItem,
})
export const endRecurringItem = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Stop repeating, undoable; rows on the list stay; succeeds if it has ended',
  params: IdParams,
})

const About = z.object({ recurringId: z.string() })
export const recurringItemAdded = eventType('recurring_item.added', About)
export const recurringItemChanged = eventType('recurring_item.changed', About)
export const recurringItemEnded = eventType('recurring_item.ended', About)
/** The server set when these are due, after what became of their rows. Not in the history. */
export const recurringItemScheduled = eventType('recurring_item.scheduled', z.object({ recurringIds: z.array(z.string()) }))
