import { z } from 'zod'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { Lot } from '#domains/inventory/contract.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/ids.ts'
import { Money, Quantity } from '#platform/shared/quantity.ts'
import { Text } from '#platform/shared/text.ts'
import { Unit } from '#platform/shared/units.ts'
import { path, read, write } from './item.ts'

/** Proposes how to put a checked row away: its place and date from earlier lots, else from the ingredient. */
export const PutAwayDraft = z.object({
  id: z.string(),
  ingredientName: z.string(),
  quantity: z.number(),
  unit: Unit,
  location: z.string(),
  storage: Storage,
  /** Learned from earlier lots of the ingredient; null if there are too few. */
  expirationDate: z.string().nullable(),
  /** Expiry by shelf life, used if no date is set. */
  estimatedExpiration: z.string().nullable(),
  estimatedCost: z.number().nullable(),
})
export type PutAwayDraft = z.infer<typeof PutAwayDraft>
export const draftPutAway = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/put-away`,
  summary: 'The checked rows with proposed places and dates',
  reply: z.array(PutAwayDraft),
})
export const putAway = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/put-away`,
  summary:
    'Turn checked rows into lots and remove them from the list, undoable in one step; with items, exactly those rows, else all checked ones',
  body: z
    .object({
      items: z
        .array(
          z
            .object({
              id: Id,
              quantity: Quantity.optional(),
              unit: Unit.optional(),
              location: Text(60).optional(),
              storage: Storage.optional(),
              /** Null for no date; the learned date if omitted. */
              expirationDate: CalendarDate.nullable().optional(),
              purchasePrice: Money.nullable().optional(),
            })
            .strict(),
        )
        .max(500),
    })
    .partial()
    .strict(),
  reply: z.object({ putAway: z.int(), lots: z.array(Lot) }),
})
