import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { correctLot, getLot, useLot } from '#domains/inventory/contract.ts'
import type { BodyInputOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { Act } from '#tests/faults/support/linearizable.ts'
import { randomFrom } from '#tests/support/data/random.ts'

type LotRequest =
  | { endpoint: typeof useLot | typeof correctLot; params: { id: string }; body: BodyInputOf<typeof useLot | typeof correctLot> }
  | { endpoint: typeof getLot; params: { id: string } }

/** Sends a request to server number `place`; null if there was no response, so its effect is unknown. */
export type SendRequest = (place: number, request: LotRequest) => Promise<{ status: number; body: unknown } | null>

export interface ClientOptions {
  clientCount: number
  actsEach: number
  /** How many lots are used at a time. An empty lot has ended, so all move on to the next ones together. */
  atOnce: number
}

/** Runs so many concurrent clients, each with sequential requests about these lots. Returns the acts by lot. */
export async function runClients(
  ids: readonly string[],
  seed: number,
  { clientCount, actsEach, atOnce }: ClientOptions,
  sendRequest: SendRequest,
): Promise<Map<string, Act[]>> {
  const { below } = randomFrom(seed)
  const histories = new Map<string, Act[]>(ids.map((id) => [id, []]))
  let nextClient = clientCount
  async function act(place: number): Promise<void> {
    let client = place
    let last = 0
    for (let i = 0; i < actsEach; i++) {
      const first = Math.floor((i * ids.length) / atOnce / actsEach) * atOnce
      const id = ids[first + below(atOnce)] as string
      const kind = (['take', 'take', 'set', 'read'] as const)[below(4)] as Act['kind']
      const milli = (1 + below(kind === 'set' ? 12 : 3)) * 500
      const params = { id }
      if (below(4) === 0) await pause(below(3))
      // Distinguishes a client's own acts even with a coarse clock.
      const begun = Math.max(performance.now(), last + 1e-6)
      const body = { quantity: milli / 1000 }
      const answer = await sendRequest(
        place,
        kind === 'read' ? { endpoint: getLot, params } : { endpoint: kind === 'take' ? useLot : correctLot, params, body },
      )
      const history = histories.get(id)
      if (!answer) {
        // A read without a response says nothing.
        if (kind !== 'read') history?.push({ client, begun, returned: Infinity, kind, milli, done: null })
        client = nextClient++
        continue
      }
      last = Math.max(performance.now(), begun)
      expect([200, 409], JSON.stringify(answer.body)).toContain(answer.status)
      const result = kind === 'read' ? Math.round((answer.body as ReplyOf<typeof getLot>).quantity * 1000) : milli
      history?.push({ client, begun, returned: last, kind, milli: result, done: answer.status === 200 })
    }
  }
  await Promise.all(Array.from({ length: clientCount }, (_, place) => act(place)))
  return histories
}
