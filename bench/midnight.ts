/**
 * A midnight on which 10,000 lots change state, with notifications for two members, by two processes on one PostgreSQL database; then a
 * second one during which the process that holds the lease is killed. A new day starts by moving the household's time zone.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { changeHousehold } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { startCluster } from '#tests/support/database/postgres.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { printFigures } from './support/table.ts'

const lots = Number(process.env.BENCH_LOTS ?? 10_000)
const members = 2
const west = 'Pacific/Pago_Pago'
const east = 'Pacific/Kiritimati'
const cluster = await startCluster()
const DATABASE_URL = await cluster.createDatabase()
const start = () => startServer({ env: { DATABASE_URL } })
// The first process runs alone long enough to take the lease.
const [holder, other] = [await start(), await start()]
const db = new pg.Client(DATABASE_URL)
await db.connect()
const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await db.query<Row>(text, values)).rows

/** Creates lots, in a western time zone, that are good for four more days. */
async function home(): Promise<HttpPerson> {
  const people = [await signUp(other.url, 'Ana'), await signUp(other.url, 'Ben')] as const
  const [ana] = people
  await shareHousehold(...people)
  await ana.must(changeHousehold, { params: { id: ana.home ?? '' }, body: { timeZone: west } })
  const expirationDate = addDays(dateInTimeZone(west, new Date()), 4)
  const { id } = await ana.must(addLot, { body: { ingredient: { name: 'Yoghurt' }, quantity: 1, unit: 'each', expirationDate } })
  const columns = (await sql<{ name: string }>(`select column_name as name from information_schema.columns where table_name = 'lots'`)).map(
    ({ name }) => name,
  )
  const copied = columns.map((name) => (name === 'id' ? 'gen_random_uuid()::text' : name)).join(', ')
  await sql(
    `insert into lots (${columns.join(', ')}) select ${copied} from lots, generate_series(2, ${lots}) where household_id = $1 and id = $2`,
    [ana.home, id],
  )
  await sql('analyze lots')
  return ana
}

const given = async (person: HttpPerson) =>
  Number(
    (await sql<{ n: string }>('select count(*) as n from notifications where household_id = $1 and lot_id is not null', [person.home]))[0]
      ?.n,
  )
const sentEast = (person: HttpPerson) =>
  person.must(changeHousehold, { params: { id: person.home ?? '' }, body: { timeZone: east }, url: other.url })
async function untilTold(person: HttpPerson, count: number): Promise<number> {
  while ((await given(person)) < count) await pause(20)
  return performance.now()
}
/** Returns how many lot notifications are missing or duplicated, and how many alerts. */
async function wrong(person: HttpPerson): Promise<number> {
  await pause(3_000)
  const [row] = await sql<{ notices: string; each: string; alerts: string; subjects: string }>(
    `select (select count(*) from notifications where household_id = $1 and lot_id is not null) as notices,
       (select count(*) from (select distinct user_id, lot_id from notifications where household_id = $1 and lot_id is not null) as told) as each,
       (select count(*) from alerts where household_id = $1) as alerts,
       (select count(distinct subject_id) from alerts where household_id = $1) as subjects`,
    [person.home],
  )
  const off = (value: string | undefined, wanted: number) => Math.abs(Number(value) - wanted)
  return off(row?.notices, lots * members) + off(row?.each, lots * members) + off(row?.alerts, lots) + off(row?.subjects, lots)
}

const ana = await home()
let begun = performance.now()
await sentEast(ana)
const sweep = (await untilTold(ana, lots * members)) - begun
const wrongFirst = await wrong(ana)

const cleo = await home()
begun = performance.now()
await sentEast(cleo)
await untilTold(cleo, Math.round(lots * members * 0.2))
await holder.kill()
const killed = performance.now()
const before = await given(cleo)
// A small night may finish before the kill.
const handedOver = (await untilTold(cleo, Math.min(before + 1, lots * members))) - killed
const whole = (await untilTold(cleo, lots * members)) - killed
const wrongSecond = await wrong(cleo)

await db.end()
await other.stop()
await cluster.stop()
printFigures(`Midnight: ${lots} lots turn, ${members} members, 2 processes`, [
  { what: 'all alerts raised and all members told', value: sweep / 1000, unit: 's', target: { atMost: 5 } },
  { what: 'notices and alerts missing or double', value: wrongFirst, target: { atMost: 0 } },
  { what: `holder killed after ${before} notices: the other goes on`, value: handedOver / 1000, unit: 's', target: { atMost: 30 } },
  { what: 'holder killed: all told', value: whole / 1000, unit: 's' },
  { what: 'holder killed: notices and alerts missing or double', value: wrongSecond, target: { atMost: 0 } },
])
