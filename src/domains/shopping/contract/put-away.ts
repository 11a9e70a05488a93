import { z } from 'zod'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { Lot } from '#domains/inventory/contract.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/ids.ts'
import { Money, Quantity } from '#platform/shared/quantity.ts'
import { Text } from '#platform/shared/text.ts'
import { Unit } from '#platform/shared/units.ts'
import { path, read, write } from './paths.ts'

/** A checked row as it would be put away: place and date from what was learned, or from what is known of the food. */
export const PutAwayDraft = z.object({
  id: z.string(),
  ingredientName: z.string(),
  quantity: z.number(),
  unit: Unit,
  location: z.string(),
  storage: Storage,
  /** From the dates this food had before; null: none was learned. */
  expirationDate: z.string().nullable(),
  /** When it would go off without a date, by its shelf life. */
  estimatedExpiration: z.string().nullable(),
  estimatedCost: z.number().nullable(),
})
export type PutAwayDraft = z.infer<typeof PutAwayDraft>
export const draftPutAway = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/put-away`,
  summary: 'The checked rows as they would be put away',
  reply: z.array(PutAwayDraft),
})
export const putAway = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/put-away`,
  summary:
    'Make lots of checked rows and take them off the list, undoable in one step; with items exactly those rows, else all that are checked',
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
              /** Null: it has none; left out: what was learned. */
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
