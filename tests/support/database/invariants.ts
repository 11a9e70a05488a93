import { sql } from 'kysely'
import pg from 'pg'
import { alertTypes } from '#domains/alerts/contract.ts'
import { alertTypeFacts } from '#domains/alerts/rules/alert-today.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { PostgresDatabase } from '#platform/server/database/postgres/database.ts'
import { appLogin, sharedCluster } from './postgres.ts'

const ingredientAlerts = alertTypes
  .filter((type) => alertTypeFacts[type].subject === 'ingredient')
  .map((type) => `'${type}'`)
  .join(', ')

/**
 * Invariants of the data; each query returns the rows that break one. Constraints of the schema aren't repeated here.
 *
 * Left out deliberately: a loan may reserve more than is left, since owners may always use their food. A request past its date may still be
 * PENDING and a message may be unsent, since readers handle overdue requests and a test's clock runs ahead of the jobs; the jobs' own tests
 * cover both.
 */
const invariants: Record<string, string> = {
  'stock is the sum of its ledger':
    'select lots.household_id, lots.id, lots.milli, coalesce(sum(ledger.delta), 0) as ledger from lots left join ledger on ledger.household_id = lots.household_id and ledger.lot_id = lots.id group by lots.household_id, lots.id, lots.milli having lots.milli <> coalesce(sum(ledger.delta), 0)',
  'no lot is below nothing': 'select household_id, id, milli from lots where milli < 0',
  'a lot is active exactly while there is some of it': "select household_id, id from lots where (state = 'active') <> (milli > 0)",
  'every household has an owner':
    "select households.id from households where deleted_at is null and not exists (select 1 from members where members.household_id = households.id and role = 'OWNER')",
  'the log has no gaps':
    'select households.id, households.seq, count(changes.seq) as kept from households left join changes on changes.household_id = households.id group by households.id, households.seq having households.seq <> count(changes.seq)',
  'what is promised in a loan belongs to one that is accepted, and the other way round':
    "select requests.household_id, requests.id, requests.status from borrow_requests requests full join (select * from reservations where kind = 'borrow' and not exists (select 1 from linked_loans where linked_loans.household_id = reservations.household_id and linked_loans.id = reservations.id)) held on held.household_id = requests.household_id and held.id = requests.id where (requests.status = 'ACCEPTED') <> (held.id is not null) or requests.id is null",
  'what is promised to a linked household belongs to a loan that is accepted':
    "select held.household_id, held.id from reservations held join linked_loans loans on loans.household_id = held.household_id and loans.id = held.id where loans.lender_state <> 'accepted' or loans.side <> 'lender'",
  'what a linked loan moved stands in the ledger':
    'select loans.household_id, loans.id from linked_loans loans where moved_seq is not null and not exists (select 1 from ledger where ledger.household_id = loans.household_id and ledger.seq = loans.moved_seq)',
  'a linked household has what was handed over to it':
    "select loans.household_id, loans.id from linked_loans loans where side = 'borrower' and (moved_seq is not null) <> (lender_state in ('handed_over', 'returned', 'waived'))",
  'what one side of a loan gave the other side has':
    'select requests.household_id, requests.id from borrow_requests requests join ledger given on given.household_id = requests.household_id and given.seq = requests.given_seq join ledger received on received.household_id = requests.borrower_household_id and received.seq = requests.received_seq where given.delta + received.delta <> 0',
  'what a loan moved stands in the ledgers of both sides':
    'select requests.household_id, requests.id from borrow_requests requests where (given_seq is not null and not exists (select 1 from ledger where ledger.household_id = requests.household_id and ledger.seq = requests.given_seq)) or (received_seq is not null and not exists (select 1 from ledger where ledger.household_id = requests.borrower_household_id and ledger.seq = requests.received_seq))',
  'what is owed is owed by who borrowed':
    'select debts.household_id, debts.id from debts join borrow_requests requests on requests.household_id = debts.household_id and requests.id = debts.id where debts.borrower_household_id <> requests.borrower_household_id',
  'what a meal holds back is for a planned meal of the same household':
    "select held.household_id, held.id from reservations held left join plan_entries entries on entries.household_id = held.household_id and entries.id = held.ref_id where held.kind = 'plan' and (entries.id is null or entries.state <> 'planned' or entries.removed_at is not null)",
  'an alert is about a lot or a food of the same household': `select alerts.household_id, alerts.id from alerts left join lots on lots.household_id = alerts.household_id and lots.id = alerts.subject_id left join ingredients on ingredients.household_id = alerts.household_id and ingredients.id = alerts.subject_id where case when alerts.kind in (${ingredientAlerts}) then ingredients.id else lots.id end is null`,
  'what took a change back is a later change of the same log':
    'select taken.household_id, taken.seq from changes taken left join changes later on later.household_id = taken.household_id and later.seq = taken.undone_by where taken.undone_by is not null and (later.seq is null or later.seq <= taken.seq)',
  'every ledger row has its change':
    'select ledger.household_id, ledger.seq from ledger left join changes on changes.household_id = ledger.household_id and changes.seq = ledger.seq where changes.seq is null',
}

/** SQLite may not enforce foreign keys; PostgreSQL always does, except for constraints added as not valid. */
const foreignKeys = {
  sqlite: 'PRAGMA foreign_key_check',
  postgres: "select conrelid::regclass::text as child, conname from pg_constraint where contype = 'f' and not convalidated",
}

/** Returns the violated invariants and the rows that break them. Queries all households as the owner of the tables. */
export async function brokenInvariants(database: Database): Promise<{ promise: string; rows: unknown[] }[]> {
  const all = Object.entries({ ...invariants, 'foreign keys hold': foreignKeys[database.engine] })
  const broken: { promise: string; rows: unknown[] }[] = []
  if (database.engine === 'postgres') {
    // One query: thirteen after every test took longer than many tests.
    const each = all.map(([invariant, text]) => `select '${invariant}' as promise, jsonb_agg(broken) as rows from (${text}) as broken`)
    for (const { promise: invariant, rows } of await asOwner<{ promise: string; rows: unknown[] | null }>(
      database,
      each.join(' union all '),
    ))
      if (rows) broken.push({ promise: invariant, rows })
    return broken
  }
  for (const [invariant, text] of all) {
    const rows = await asOwner(database, text)
    if (rows.length > 0) broken.push({ promise: invariant, rows })
  }
  return broken
}

/** Runs a query as the owner of the tables, who sees every household's rows. For checks, and for rows the API can't create. */
export async function asOwner<Row = unknown>(database: Database, text: string): Promise<Row[]> {
  if (database.engine === 'sqlite') return (await sql.raw<Row>(text).execute(database.identity)).rows
  const { unscoped } = database as PostgresDatabase
  let owner = owners.get(database)
  if (owner === undefined) {
    const { rows } = await sql<{ login: string; name: string }>`select session_user as login, current_database() as name`.execute(unscoped)
    owner = rows[0]?.login === appLogin ? ownerOf(rows[0].name) : null
    owners.set(database, owner)
  }
  if (owner) return (await owner.query(text)).rows as Row[]
  return unscoped.connection().execute(async (connection) => {
    const { rows } = await sql.raw<{ role: string }>(`select current_setting('role') as role`).execute(connection)
    // `reset role` would restore the connection's initial role, which row-level security binds.
    await sql.raw('set role none').execute(connection)
    try {
      return (await sql.raw<Row>(text).execute(connection)).rows
    } finally {
      await sql.raw(`set role ${rows[0]?.role ?? 'none'}`).execute(connection)
    }
  })
}

/** Null if the connections already are the owner's, with another role set. */
const owners = new WeakMap<Database, pg.Pool | null>()

/** Returns a pool of the owner's connections that closes idle ones quickly: a database can be copied only while no one is connected. */
function ownerOf(name: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: sharedCluster().url(name), max: 2, idleTimeoutMillis: 50, allowExitOnIdle: true })
  pool.on('error', () => {})
  return pool
}
