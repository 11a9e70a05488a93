import type pg from 'pg'

/** Past so many, texts are asked unprepared: each takes memory in every connection. */
const max = 400
/** Texts that were asked so often are worth it; what is asked once at the start is not. */
const oftenEnough = 3

/** More parameters than this are a list of ids or rows: its length varies, and only a plan made with the values in hand looks them up well. */
const maxParameters = 40

/** "cached plan must not change result type": another process has migrated a table that this plan answers whole. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan')

/** Which texts of this process are prepared, and under which name. */
export interface Recurring {
  /** Undefined: not worth a name. */
  nameOf(text: string): string | undefined
  /** Every text is prepared anew. */
  forget(): void
}

export function recurring(): Recurring {
  let generation = 0
  let named = 0
  let seen = new Map<string, { times: number; name?: string }>()
  return {
    nameOf(text) {
      let entry = seen.get(text)
      if (!entry) {
        if (seen.size >= 10 * max) return undefined
        entry = { times: 0 }
        seen.set(text, entry)
      }
      entry.times += 1
      if (entry.name === undefined && entry.times >= oftenEnough && named < max) {
        named += 1
        entry.name = `larder_${generation}_${named}`
      }
      return entry.name
    },
    forget() {
      generation += 1
      named = 0
      seen = new Map()
    },
  }
}

/**
 * From now on this connection prepares texts that recur, so that PostgreSQL parses and plans each of them once: behind row-level security
 * planning takes longer than most of our statements. A plan that a migration has made stale is made anew; inside a transaction, which it
 * has spoilt, the error goes out and is retryable.
 */
export function prepareRecurring(client: pg.ClientBase, texts: Recurring): void {
  const send = client.query.bind(client) as (first: unknown, values?: unknown) => Promise<unknown>
  const query = (first: unknown, values?: unknown) => {
    if (typeof first !== 'string' || !Array.isArray(values)) return send(first, values)
    const name = values.length > 0 && values.length <= maxParameters ? texts.nameOf(first) : undefined
    if (name === undefined) return send(first, values)
    return send({ name, text: first, values }).catch(async (error: unknown) => {
      if (!isStalePlan(error)) throw error
      texts.forget()
      return send(first, values).catch(() => {
        throw error
      })
    })
  }
  Object.assign(client, { query })
}
