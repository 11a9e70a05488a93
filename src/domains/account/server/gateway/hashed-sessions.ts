import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter'
import { hashSessionToken } from '../store/session-token.ts'

type Row = Record<string, unknown>

const model = 'session'

/**
 * Wraps a database adapter of the identity library so that session tokens are stored and looked up as hashes. The library keeps handling
 * the tokens themselves: a row that it creates or finds by token comes back with that token. In rows found in any other way `token` is
 * the stored hash, by which nothing can be found.
 */
export function withHashedSessions(adapter: DBAdapter): DBAdapter {
  return {
    ...openPasswordHasher(adapter),
    transaction: (work) => adapter.transaction((inner) => work(openPasswordHasher(inner))),
  } as DBAdapter
}

function openPasswordHasher<A extends DBTransactionAdapter>(adapter: A): A {
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

/** The same query with hashes in the place of session tokens. */
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
  if (Array.isArray(value)) return value.map((one) => hashSessionToken(String(one)))
  return typeof value === 'string' ? hashSessionToken(value) : value
}

const tokensIn = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string')
const tokensOf = ({ model: asked, where = [] }: Query): string[] =>
  asked === model ? where.filter(({ field }) => field === 'token').flatMap(({ value }) => tokensIn(value)) : []

/** A row with the token whose hash it holds, if that is one of those that were asked for. */
function restored<T>(row: T, tokens: readonly string[]): T {
  const token = tokens.find((one) => hashSessionToken(one) === (row as Row | null)?.['token'])
  return token === undefined ? row : { ...row, token }
}
