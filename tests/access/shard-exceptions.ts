import type { Crossing, ShardGroup } from '#tests/support/database/shard-guard.ts'
import { migrations, schemaOf } from '#tests/support/database/statements.ts'

/** Statements that may cross shards. docs/sharding.md has the same list. */
export interface ShardException {
  readonly scopes: readonly string[]
  /** The tables without a household, of several, or of another group. Empty: any. */
  readonly tables: readonly string[]
  readonly why: string
  /** What an operator with shards would do. */
  readonly remedy: string
  /** Limits it to statements that match. */
  readonly statement?: RegExp
}

const circleTables = ['circle_asks', 'circle_households', 'circle_invites', 'circle_members', 'circle_news', 'circles']

export const shardExceptions: readonly ShardException[] = [
  {
    scopes: ['jobs'],
    tables: [],
    why: 'jobs look for households, circles and people with something to do',
    remedy: 'run each job once per shard',
  },
  {
    scopes: ['keys'],
    tables: [
      'access_keys',
      'circle_households',
      'cookbook_links',
      'guest_links',
      'household_links',
      'households',
      'members',
      'recipe_links',
      'users',
    ],
    why: 'an access token, the key of a shared list, recipe or cookbook, and a message of a linked server name no household',
    remedy: 'find the household in a directory by hash or link, then ask its shard',
  },
  {
    scopes: ['invites'],
    tables: ['households'],
    why: 'an invite code names no household',
    remedy: 'the same directory',
  },
  {
    scopes: ['admin', 'user'],
    tables: ['access_keys'],
    why: 'an account that is locked or deleted loses its tokens',
    remedy: 'delete them household by household, as memberships are',
  },
  {
    scopes: ['user', 'household'],
    tables: ['households', 'members'],
    statement: /"user_id" (?:= \$|in \()/,
    why: 'a person’s own households, and how many there are',
    remedy: 'a second copy of `members` by person, with the name of the household',
  },
  {
    scopes: ['user'],
    tables: ['notifications'],
    why: 'a person’s notifications name their household',
    remedy: 'that copy',
  },
  {
    scopes: ['household'],
    tables: ['notifications'],
    why: 'change consumers notify people in the transaction that moves the cursor',
    remedy: 'a two-phase commit; no request waits for it',
  },
  {
    scopes: ['household', 'households', 'user', 'admin'],
    tables: ['answers'],
    why: 'a write stores its idempotency key in the same transaction',
    remedy: 'start its key with `household_id`',
  },
  {
    scopes: ['household', 'households', 'user', 'circles', 'sharing'],
    tables: ['users'],
    why: 'names of people next to what they added, asked for or belong to',
    remedy: 'a copy of the names with each household and circle',
  },
  {
    scopes: ['household'],
    tables: ['last_seen'],
    why: 'when a token or tablet was last used',
    remedy: 'read it by id from the identity database',
  },
  {
    scopes: ['household', 'households'],
    tables: ['access_keys', 'households', 'members', 'sessions', 'users'],
    statement: /^select "(?:sessions|access_keys)"\."id", "household_id"|^select "id", "seq" from "households" where "id" in/,
    why: 'which open streams may continue, and whether their households have changes',
    remedy: 'route streams by shard, and one query per database',
  },
  {
    scopes: ['household'],
    tables: ['tablet_pairings'],
    why: 'a tablet that is paired becomes a row of the household',
    remedy: 'a two-phase commit, once per tablet',
  },
  {
    scopes: ['user', 'admin'],
    tables: ['accounts', 'avatars', 'last_seen', 'passkeys', 'sessions', 'users', 'verifications'],
    why: 'an account changes together with its idempotency key',
    remedy: 'keep the keys of routes without a household in the identity database',
  },
  {
    scopes: ['user', 'household', 'households', 'circles', 'sharing'],
    tables: circleTables,
    why: 'a circle joins households and people',
    remedy: 'two copies of `circle_households`, by household and by circle',
  },
  {
    scopes: ['user', 'household', 'circles'],
    tables: ['borrow_requests', 'households', 'members', 'offers'],
    statement: /"circle_id" (?:= \$|in \()/,
    why: 'the households of a circle, and their loans in it',
    remedy: 'one query per household of the circle',
  },
  {
    scopes: ['household'],
    tables: ['borrow_requests', 'debts'],
    why: 'loans are read by lender or borrower',
    remedy: 'a copy of a loan with its borrower',
  },
  {
    scopes: ['sharing'],
    tables: [
      ...['borrow_requests', 'debts', 'household_links', 'households', 'ingredients', 'linked_loans', 'linked_offers', 'lots'],
      ...['members', 'offers', 'reservations'],
    ],
    why: 'what the households of a circle offer and lend each other',
    remedy: 'one query per household of the circle',
  },
  {
    scopes: ['households'],
    tables: [
      ...['borrow_requests', 'changes', 'debts', 'household_links', 'households', 'ingredients', 'ledger', 'linked_loans', 'linked_offers'],
      ...['lots', 'members', 'offers', 'reservations', 'row_changes'],
    ],
    why: 'a loan moves stock between two households',
    remedy: 'a two-phase commit, once per loan',
  },
]

/** The identity library's tables, which move to a database of their own. */
const identity = new Set('users sessions accounts verifications two_factors passkeys avatars last_seen'.split(' '))
/** Copied to every shard. */
const shared = new Set('lookups secrets server_settings leases job_runs'.split(' '))
const groupsByKey: Readonly<Record<string, ShardGroup>> = { household_id: 'household', user_id: 'person', circle_id: 'circle' }
const firstKeys = new Map(schemaOf(migrations).map(({ name, primary }) => [name, primary[0] ?? '']))

export function shardGroupOf(table: string): ShardGroup {
  if (table === 'households') return 'household'
  if (table === 'circles' || table === 'circle_news') return 'circle'
  if (identity.has(table)) return 'identity'
  return shared.has(table) ? 'shared' : (groupsByKey[firstKeys.get(table) ?? ''] ?? 'other')
}

/** Returns the exceptions that together cover a crossing; none if a table isn't covered. */
export function exceptionsFor({ scope, tables, text }: Crossing): ShardException[] {
  const fitting = shardExceptions.filter(({ scopes, statement }) => scopes.includes(scope) && (statement?.test(text) ?? true))
  const found = tables.map((table) => fitting.find((one) => one.tables.length === 0 || one.tables.includes(table)))
  return found.every((one) => one !== undefined) ? found : []
}

/** Returns an exception as a row of the table in docs/sharding.md. */
export function rowOfPage({ scopes, tables, why, remedy }: ShardException): string {
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  return `| ${list(scopes)} | ${tables.length === 0 ? 'any' : list(tables)} | ${why} | ${remedy} |`
}
