import { useState } from 'react'
import { newId } from './device.ts'

/** What tells one act from another: the key of its request, and the id of what it makes. */
export interface Act {
  readonly idempotencyKey: string
  readonly id: string
}
/** Sends `content`, which is all that the request says, as an act. */
export type SendAs = <R>(content: unknown, send: (act: Act) => Promise<R>) => Promise<R>

const anew = (): Act => ({ idempotencyKey: newId(), id: newId() })

/** Every time another act: for what no form sends a second time. */
export const asNew: SendAs = (_content, send) => send(anew())

/** As `useSameAct`, outside of a component. */
export function sameActs(): (row?: string) => SendAs {
  const failed = new Map<string, { said: string; act: Act }>()
  return (row = '') =>
    async (content, send) => {
      const said = JSON.stringify(content)
      const before = failed.get(row)
      // A key says one thing only: what was edited meanwhile is another act.
      const act = before?.said === said ? before.act : anew()
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
export const useSameAct = (): ((row?: string) => SendAs) => useState(sameActs)[0]
