import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { correctLot, getLot, useLot } from '#domains/inventory/contract.ts'
import type { BodyInputOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { Act } from '#tests/faults/support/linearizable.ts'
import { randomFrom } from '#tests/support/data/random.ts'

type Asked =
  | { endpoint: typeof useLot | typeof correctLot; params: { id: string }; body: BodyInputOf<typeof useLot | typeof correctLot> }
  | { endpoint: typeof getLot; params: { id: string } }

/** Asks for number `place`; null when no answer came, so that nobody knows whether it was done. */
export type Ask = (place: number, asked: Asked) => Promise<{ status: number; body: unknown } | null>

export interface Crowd {
  places: number
  actsEach: number
  /** How many of the lots are asked about at a time: a lot that is empty is at its end, so they go on to the next ones together. */
  atOnce: number
}

/** Each of so many places asks one thing after another of these lots, all at once. Answers what happened to each lot. */
export async function actOn(
  ids: readonly string[],
  seed: number,
  { places, actsEach, atOnce }: Crowd,
  ask: Ask,
): Promise<Map<string, Act[]>> {
  const { below } = randomFrom(seed)
  const histories = new Map<string, Act[]>(ids.map((id) => [id, []]))
  let newcomer = places
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
      // Even a coarse clock tells one's own acts apart.
      const begun = Math.max(performance.now(), last + 1e-6)
      const body = { quantity: milli / 1000 }
      const answer = await ask(
        place,
        kind === 'read' ? { endpoint: getLot, params } : { endpoint: kind === 'take' ? useLot : correctLot, params, body },
      )
      const history = histories.get(id)
      if (!answer) {
        // A read that nobody answered says nothing.
        if (kind !== 'read') history?.push({ client, begun, returned: Infinity, kind, milli, done: null })
        client = newcomer++
        continue
      }
      last = Math.max(performance.now(), begun)
      expect([200, 409], JSON.stringify(answer.body)).toContain(answer.status)
      const told = kind === 'read' ? Math.round((answer.body as ReplyOf<typeof getLot>).quantity * 1000) : milli
      history?.push({ client, begun, returned: last, kind, milli: told, done: answer.status === 200 })
    }
  }
  await Promise.all(Array.from({ length: places }, (_, place) => act(place)))
  return histories
}
