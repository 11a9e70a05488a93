import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** What must hold at any moment; each query answers the rows that break it. */
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
    "select requests.household_id, requests.id, requests.status from borrow_requests requests full join (select * from reservations where kind = 'borrow') held on held.household_id = requests.household_id and held.id = requests.id where (requests.status = 'ACCEPTED') <> (held.id is not null) or requests.id is null",
  'what one side of a loan gave the other side has':
    'select requests.household_id, requests.id from borrow_requests requests join ledger given on given.household_id = requests.household_id and given.seq = requests.given_seq join ledger received on received.household_id = requests.borrower_household_id and received.seq = requests.received_seq where given.delta + received.delta <> 0',
  'every ledger row has its change':
    'select ledger.household_id, ledger.seq from ledger left join changes on changes.household_id = ledger.household_id and changes.seq = ledger.seq where changes.seq is null',
}

/** Invariants that do not hold, with the rows that break them. Looks across all households, so it asks as the tables' owner. */
export async function brokenInvariants(database: Database): Promise<{ promise: string; rows: unknown[] }[]> {
  const broken: { promise: string; rows: unknown[] }[] = []
  for (const [promise, text] of Object.entries(invariants)) {
    const rows = await asOwner(database, text)
    if (rows.length > 0) broken.push({ promise, rows })
  }
  return broken
}

/** Answers a query as the tables' owner, who sees every household's rows. For looking, and for making what no call can make. */
export async function asOwner<Row = unknown>(database: Database, text: string): Promise<Row[]> {
  if (database.engine === 'sqlite') return (await sql.raw<Row>(text).execute(database.identity)).rows
  return database.identity.connection().execute(async (connection) => {
    const { rows } = await sql.raw<{ role: string }>(`select current_setting('role') as role`).execute(connection)
    // `reset role` would go back to the role that the connection was opened with, which row-level security binds.
    await sql.raw('set role none').execute(connection)
    try {
      return (await sql.raw<Row>(text).execute(connection)).rows
    } finally {
      await sql.raw(`set role ${rows[0]?.role ?? 'none'}`).execute(connection)
    }
  })
}
