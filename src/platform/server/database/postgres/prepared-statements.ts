import type pg from 'pg'

/** Maximum number of prepared statements; each takes memory on every connection. */
const max = 400
/** How often a statement must run before it's prepared. */
const oftenEnough = 3

/** Statements with more parameters have a list of ids or rows, which only a plan for its actual values looks up well. */
const maxParameters = 40

/** "cached plan must not change result type": another process migrated a table that the plan returns whole. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan')

/** Which statements of this process are prepared, and their names. */
export interface PreparedStatements {
  /** Returns undefined if the statement shouldn't be prepared. */
  nameOf(text: string): string | undefined
  /** Prepares every statement again under a new name. */
  forget(): void
}

export function createPreparedStatements(): PreparedStatements {
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
 * Makes this connection prepare recurring statements, because under row-level security planning takes longer than running most of them.
 * Replans statements that a migration made stale; inside a transaction, throws the error, which is retryable.
 */
export function prepareRecurring(client: pg.ClientBase, texts: PreparedStatements): void {
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
