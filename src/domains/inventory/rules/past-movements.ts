import { z } from 'zod'
import { Note } from '#domains/ingredients/contract/index.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { DiscardReason } from '../contract.ts'

/** What left a lot in another app, in the lot's unit. `correct`: a count found it missing. */
export const PastMovement = z
  .object({
    kind: z.enum(['use', 'discard', 'correct']),
    quantity: Quantity,
    on: CalendarDate,
    /** Only of a discard. */
    reason: DiscardReason.optional(),
    notes: Note.optional(),
  })
  .strict()
export type PastMovement = z.infer<typeof PastMovement>

/** Maximum movements of a lot: each takes a change of its own. */
export const maxPastMovements = 60

const toThousandths = (quantity: number) => Math.round(quantity * 1000)

/** Returns the quantity of all movements, without rounding errors. */
export const sumOfMovements = (movements: readonly Pick<PastMovement, 'quantity'>[]): number =>
  movements.reduce((sum, { quantity }) => sum + toThousandths(quantity), 0) / 1000

const adds = (one: PastMovement, other: PastMovement): PastMovement => ({ ...one, quantity: sumOfMovements([one, other]) })

/**
 * Sorts movements by day and joins those of one kind and reason on one day. If more than `maxPastMovements` are left, the last of each kind
 * takes in what follows, so that the quantities still add up.
 */
export function joinMovements(movements: readonly PastMovement[]): PastMovement[] {
  const joined: PastMovement[] = []
  const isLike = (one: PastMovement, other: PastMovement) => one.kind === other.kind && one.reason === other.reason
  for (const movement of movements.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))) {
    const isFull = joined.length >= maxPastMovements - 10
    const at = joined.findLastIndex((one) => isLike(one, movement) && (isFull || one.on === movement.on))
    const earlier = joined[at]
    if (earlier) joined[at] = adds(earlier, movement)
    else joined.push(movement)
  }
  return joined
}
