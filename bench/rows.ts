/**
 * What a household's writes leave in PostgreSQL: bytes for each write, and rows and bytes of each table, with indexes. A day is ten writes:
 * three lots added and used up, one of them moved, a meal planned, an item put on the shopping list and checked off.
 *
 *   npm run bench rows      BENCH_DAYS (300)
 */
import { randomUUID } from 'node:crypto'
import { addLot, changeLot, useLot } from '#domains/inventory/contract.ts'
import { putMealPlan } from '#domains/recipes/contract/index.ts'
import { addShoppingItem, changeShoppingItem } from '#domains/shopping/contract/index.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { type Engine, onEachEngine } from './support/engines.ts'
import { type Figure, printFigures } from './support/table.ts'

process.argv[2] = 'postgres'
const days = Number(process.env['BENCH_DAYS'] ?? 300)
const foods = 60

const once = () => ({ headers: { 'idempotency-key': randomUUID() } })

async function liveOneDay(person: HttpPerson, day: number): Promise<number> {
  const lots = []
  for (let n = 0; n < 3; n++) {
    const ingredient = { name: `Food ${(day * 3 + n) % foods}` }
    lots.push(await person.must(addLot, { ...once(), body: { ingredient, quantity: 4, unit: 'each', location: 'Pantry' } }))
  }
  await person.must(changeLot, { ...once(), params: { id: lots[0]?.id ?? '' }, body: { location: 'Cellar' } })
  for (const { id } of lots) await person.must(useLot, { ...once(), params: { id }, body: { quantity: 4 } })
  const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)
  await person.must(putMealPlan, { ...once(), body: { entries: [{ date, text: 'Leftovers' }] } })
  const item = await person.must(addShoppingItem, { ...once(), body: { ingredientName: `Thing ${day}` } })
  await person.must(changeShoppingItem, { ...once(), params: { id: item.id }, body: { isChecked: true } })
  return 10
}

interface TableSize {
  table: string
  rows: number
  bytes: number
  indexBytes: number
}

async function sizesOf(engine: Engine): Promise<TableSize[]> {
  await engine.run('analyze')
  return (await engine.rows(
    `select relname as "table", greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes,
      pg_indexes_size(oid)::float8 as "indexBytes"
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc`,
  )) as unknown as TableSize[]
}

await onEachEngine(async (engine) => {
  const server = await engine.start()
  const person = await signUp(server.url)
  await shareHousehold(person)
  await liveOneDay(person, 0)
  const before = await sizesOf(engine)
  let writes = 0
  for (let day = 1; day <= days; day++) writes += await liveOneDay(person, day)
  await server.stop()
  const after = await sizesOf(engine)
  const sum = (sizes: readonly TableSize[], of: 'bytes' | 'indexBytes') => sizes.reduce((total, size) => total + size[of], 0)
  const grown = (of: 'bytes' | 'indexBytes') => sum(after, of) - sum(before, of)
  const figures: Figure[] = [
    { what: 'bytes for each write, with indexes', value: grown('bytes') / writes },
    { what: 'share of indexes', value: (grown('indexBytes') / grown('bytes')) * 100, unit: '%' },
  ]
  for (const { table, rows, bytes } of after.filter((size) => size.rows >= days / 2)) {
    figures.push({ what: `${table}: rows for each write`, value: rows / writes })
    figures.push({ what: `${table}: bytes for each row, with indexes`, value: bytes / rows })
  }
  printFigures(`PostgreSQL: ${writes} writes of one household`, figures)
})
