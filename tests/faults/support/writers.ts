import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import type { Database } from '#platform/server/database/index.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addressOf, type HttpPerson, httpRequest, openRawConnection, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

/** A sent write, with everything needed to repeat it and to find it in the data. */
interface Act {
  readonly key: string
  readonly kind: 'add' | 'use'
  /** The lot that the write adds, or uses one piece of. */
  readonly lotId: string
  /** Whether a success response was received. */
  acknowledged: boolean
}

/** The outcome of all acts so far. */
export interface Verdict {
  acknowledged: number
  /** Never acknowledged, but completely stored: only the response was lost. */
  storedUnacknowledged: number
  /** Acknowledged but missing. */
  lost: string[]
  /** Partially stored, or stored twice. */
  torn: string[]
}

const pieces = 1_000_000

/** Clients that write continuously and record the responses. */
export class Writers {
  readonly acts: Act[] = []
  #person: HttpPerson | undefined
  #ingredientId = ''
  #shared = ''

  /** Signs up and creates a household with the lot that everyone uses. Once, on the first server. */
  async begin(url: string): Promise<void> {
    this.#person = await signUp(url)
    await shareHousehold(this.#person)
    const lot = await this.#person.must(addLot, { body: { ingredient: { name: 'Beans' }, quantity: pieces, unit: 'each' } })
    this.#ingredientId = lot.ingredient.id
    this.#shared = lot.id
  }

  /**
   * Writes over `count` connections until `stopped` settles or the connections are lost. Calls `onAcknowledged` with the number of
   * acknowledged
   * writes. Returns the statuses other than 2xx.
   */
  async write(
    port: number,
    count: number,
    stopped: Promise<unknown>,
    onAcknowledged: (count: number) => void = () => {},
  ): Promise<number[]> {
    let goOn = true
    void stopped.finally(() => {
      goOn = false
    })
    const refused: number[] = []
    let acknowledged = 0
    const one = async () => {
      const connection = await openRawConnection(port)
      try {
        while (goOn) {
          const act: Act = Math.random() < 0.6 ? this.#act('add', randomUUID()) : this.#act('use', this.#shared)
          const status = await connection.send(this.#request(act))
          if (status < 300) {
            act.acknowledged = true
            onAcknowledged(++acknowledged)
          } else {
            refused.push(status)
            await pause(5)
          }
        }
      } catch {
        // The server went away: pending writes stay unacknowledged.
      } finally {
        connection.close()
      }
    }
    await Promise.allSettled(Array.from({ length: count }, one))
    return refused
  }

  /** Repeats every unacknowledged write with its key. Throws unless each gets a 2xx. */
  async repeat(port: number): Promise<number> {
    const unsure = this.acts.filter((act) => !act.acknowledged)
    const connection = await openRawConnection(port)
    for (const act of unsure) {
      const status = await connection.send(this.#request(act))
      if (status >= 300) throw new Error(`a repeated ${act.kind} answered ${status}`)
      act.acknowledged = true
    }
    connection.close()
    return unsure.length
  }

  /** Compares every act with the data. */
  async judge(database: Database): Promise<Verdict> {
    const home = this.#person?.home
    const answers = await asOwner<{ idempotency_key: string; change_seq: number | null }>(
      database,
      `select idempotency_key, change_seq from answers where household_id = '${home}'`,
    )
    const changes = await asOwner<{ seq: number }>(database, `select seq from changes where household_id = '${home}'`)
    const ledger = await asOwner<{ seq: number; lot_id: string; kind: string; delta: number }>(
      database,
      `select seq, lot_id, kind, delta from ledger where household_id = '${home}'`,
    )
    const lots = await asOwner<{ id: string }>(database, `select id from lots where household_id = '${home}'`)
    const seqOf = new Map(answers.map((row) => [row.idempotency_key, row.change_seq]))
    const logged = new Set(changes.map(({ seq }) => seq))
    const booked = new Map(ledger.map((row) => [row.seq, row]))
    const present = new Set(lots.map(({ id }) => id))

    const verdict: Verdict = { acknowledged: 0, storedUnacknowledged: 0, lost: [], torn: [] }
    for (const act of this.acts) {
      const seq = seqOf.get(act.key)
      const row = seq === undefined || seq === null ? undefined : booked.get(seq)
      const isThere =
        row !== undefined &&
        logged.has(row.seq) &&
        row.lot_id === act.lotId &&
        row.kind === act.kind &&
        row.delta === (act.kind === 'add' ? 1000 : -1000)
      if (act.acknowledged) verdict.acknowledged++
      if (isThere && present.has(act.lotId)) {
        if (!act.acknowledged) verdict.storedUnacknowledged++
      } else if (seq !== undefined || (act.kind === 'add' && present.has(act.lotId))) verdict.torn.push(act.key)
      else if (act.acknowledged) verdict.lost.push(act.key)
    }
    // The first lot has no key. Anything beyond the acts would be work done twice.
    const kept = this.acts.filter((act) => seqOf.has(act.key)).length
    if (ledger.length !== kept + 1) verdict.torn.push(`${ledger.length} ledger rows for ${kept} acts`)
    return verdict
  }

  #act(kind: Act['kind'], lotId: string): Act {
    const act: Act = { key: randomUUID(), kind, lotId, acknowledged: false }
    this.acts.push(act)
    return act
  }

  #request({ key, kind, lotId }: Act): Buffer {
    const headers = { ...this.#person?.headers(), 'idempotency-key': key }
    if (kind === 'use') return httpRequest(useLot.method, addressOf(useLot.path, { id: lotId }), headers, { quantity: 1 })
    return httpRequest(addLot.method, addLot.path, headers, { id: lotId, ingredientId: this.#ingredientId, quantity: 1, unit: 'each' })
  }
}

export const portOf = (url: string) => Number(new URL(url).port)
