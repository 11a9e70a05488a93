import { useState } from 'react'
import { newId } from './new-id.ts'

/** The idempotency key of a request and the id of the row it creates. */
export interface SubmitIdentity {
  readonly idempotencyKey: string
  readonly id: string
  /** Returns the id of the row at this index, for a request that creates several. */
  readonly idAt: (index: number) => string
}
/** Sends `content` (everything in the request) with its identity. */
export type SubmitOnce = <R>(content: unknown, send: (identity: SubmitIdentity) => Promise<R>) => Promise<R>

function newIdentity(): SubmitIdentity {
  const ids = new Map<number, string>()
  return {
    idempotencyKey: newId(),
    id: newId(),
    idAt(index) {
      const id = ids.get(index) ?? newId()
      ids.set(index, id)
      return id
    },
  }
}

/** Uses a new identity for each request, for writes that no form repeats. */
export const submitAlways: SubmitOnce = (_content, send) => send(newIdentity())

/** Like `useIdempotentSubmit`, outside a component. */
export function idempotentSubmits(): (row?: string) => SubmitOnce {
  const failed = new Map<string, { body: string; identity: SubmitIdentity }>()
  return (row = '') =>
    async (content, send) => {
      const body = JSON.stringify(content)
      const previous = failed.get(row)
      // A key must always come with the same body, so edited content gets a new identity.
      const identity = previous?.body === body ? previous.identity : newIdentity()
      failed.set(row, { body, identity })
      const reply = await send(identity)
      failed.delete(row)
      return reply
    }
}

/**
 * For forms that create something. After a failure it is unknown whether the request arrived, so resending the same content reuses its
 * identity and creates the row once. Success or changed content starts a new identity. `row` distinguishes several rows of one form.
 */
export const useIdempotentSubmit = (): ((row?: string) => SubmitOnce) => useState(idempotentSubmits)[0]
