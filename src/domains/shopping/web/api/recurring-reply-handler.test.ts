import { expect, it } from 'vitest'
import { recurringReplyHandler } from './recurring-reply-handler.ts'

const refusal = { status: 404, code: 'not_found', sentence: 'It no longer exists.' }
const settled = (to: object | null, status = 404) => recurringReplyHandler.settled({ id: 'r1', to }, { ...refusal, status })

it('settles the amount of what has ended without reporting it', () => {
  expect(settled({ suggestedQuantity: 3, unit: 'l' })).toEqual({ intent: { id: 'r1', to: null } })
})

it('reports what a person set, and any other refusal', () => {
  expect(settled({ every: { count: 1, unit: 'week' } })).toBeUndefined()
  expect(settled(null)).toBeUndefined()
  expect(settled({ suggestedQuantity: 3, unit: 'l' }, 409)).toBeUndefined()
})
