import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter'
import { hashSessionToken } from '../store/sessions.ts'

type Row = Record<string, unknown>

const model = 'session'

/**
 * Wraps a database adapter of the identity library so that session tokens are stored and looked up as hashes. A row created or found by
 * its token is returned with that token. In all other rows, `token` is the stored hash, which finds no row.
 */
export function withHashedSessions(adapter: DBAdapter): DBAdapter {
  return {
    ...hashTokensIn(adapter),
    transaction: (work) => adapter.transaction((inner) => work(hashTokensIn(inner))),
  } as DBAdapter
}

function hashTokensIn<A extends DBTransactionAdapter>(adapter: A): A {
  return {
    ...adapter,
    create: async (query) =>
      query.model === model
        ? restored(await adapter.create({ ...query, data: hashed(query.data) }), tokensIn(query.data['token']))
        : adapter.create(query),
    findOne: async (query) => restored(await adapter.findOne(translated(query)), tokensOf(query)),
    findMany: async (query) => {
      const rows = await adapter.findMany(translated(query))
      return rows.map((row) => restored(row, tokensOf(query)))
    },
    count: (query) => adapter.count(translated(query)),
    update: async (query) => restored(await adapter.update(translated(query)), [...tokensOf(query), ...tokensIn(query.update['token'])]),
    updateMany: (query) => adapter.updateMany(translated(query)),
    delete: (query) => adapter.delete(translated(query)),
    deleteMany: (query) => adapter.deleteMany(translated(query)),
    consumeOne: async (query) => restored(await adapter.consumeOne(translated(query)), tokensOf(query)),
    incrementOne: async (query) => restored(await adapter.incrementOne(translated(query)), tokensOf(query)),
  } as A
}

interface Query {
  readonly model: string
  readonly where?: Where[] | undefined
  readonly update?: Row
}

/** Replaces the session tokens in a query with their hashes. */
function translated<Q extends Query>(query: Q): Q {
  if (query.model !== model) return query
  return {
    ...query,
    ...(query.where ? { where: query.where.map((term) => (term.field === 'token' ? { ...term, value: hashOf(term.value) } : term)) } : {}),
    ...(query.update ? { update: hashed(query.update) } : {}),
  }
}

const hashed = <R extends Row>(row: R): R => (typeof row['token'] === 'string' ? { ...row, token: hashSessionToken(row['token']) } : row)

function hashOf(value: Where['value']): Where['value'] {
  if (Array.isArray(value)) return value.map((token) => hashSessionToken(String(token)))
  return typeof value === 'string' ? hashSessionToken(value) : value
}

const tokensIn = (value: unknown): string[] => [value].flat().filter((token) => typeof token === 'string')
const tokensOf = ({ model: queried, where = [] }: Query): string[] =>
  queried === model ? where.filter(({ field }) => field === 'token').flatMap(({ value }) => tokensIn(value)) : []

/** Replaces the hash in a row with its token, if that token is in the query. */
function restored<T>(row: T, tokens: readonly string[]): T {
  const token = tokens.find((candidate) => hashSessionToken(candidate) === (row as Row | null)?.['token'])
  return token === undefined ? row : { ...row, token }
}
