import { useState } from 'react'
import { newId } from '../session/device.ts'

/** What tells one act from another: the key of its request, and the id of what it makes. */
export interface SubmitIdentity {
  readonly idempotencyKey: string
  readonly id: string
}
/** Sends `content`, which is all that the request says, as an act. */
export type SubmitOnce = <R>(content: unknown, send: (act: SubmitIdentity) => Promise<R>) => Promise<R>

const newIdentity = (): SubmitIdentity => ({ idempotencyKey: newId(), id: newId() })

/** Every time another act: for what no form sends a second time. */
export const submitAlways: SubmitOnce = (_content, send) => send(newIdentity())

/** As `useIdempotentSubmit`, outside of a component. */
export function idempotentSubmits(): (row?: string) => SubmitOnce {
  const failed = new Map<string, { said: string; act: SubmitIdentity }>()
  return (row = '') =>
    async (content, send) => {
      const said = JSON.stringify(content)
      const before = failed.get(row)
      // A key says one thing only: what was edited meanwhile is another act.
      const act = before?.said === said ? before.act : newIdentity()
      failed.set(row, { said, act })
      const reply = await send(act)
      failed.delete(row)
      return reply
    }
}

/**
 * For a form that makes something: whether a failed one arrived is unknown, so the same content sent again is the same act and makes
 * nothing twice. After success, or with another content, it is a new one. `row`: which of the form's rows is meant.
 */
export const useIdempotentSubmit = (): ((row?: string) => SubmitOnce) => useState(idempotentSubmits)[0]
