import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { randomFrom } from '#tests/support/data/random.ts'
import { grocyFile } from '#tests/support/fakes/grocy.ts'
import { UnreadableFileError } from '../../rules/import-plan.ts'
import { readGrocyFile } from './grocy-sqlite-file.ts'
import { openImportFileReader } from './index.ts'

const readers: ReturnType<typeof openImportFileReader>[] = []
/** Without a short time limit, which a busy machine could reach first. */
const reader = (limits = {}) => {
  const opened = openImportFileReader({ killMs: 300_000, ...limits })
  readers.push(opened)
  return opened
}
afterAll(() => Promise.all(readers.map((one) => one.close())))

const read = (file: Uint8Array) => readGrocyFile(file, performance.now() + 10_000)
const fileOf = (sql: string): Buffer => {
  const database = new DatabaseSync(':memory:')
  database.exec(sql)
  const file = Buffer.from(database.serialize())
  database.close()
  return file
}
const code = async (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (error: { code?: string }) => error.code,
  )

describe('an untrusted database', () => {
  it('is read when it was copied without its write-ahead log', () => {
    const file = grocyFile()
    file.fill(2, 18, 20)
    expect(read(file).products).toHaveLength(6)
    expect(file[18]).toBe(2)
  })
  it('runs no view, virtual table or computed column', () => {
    const posing = `create view products as with recursive n(i) as (select 1 union all select i + 1 from n) select i as id, 'x' as name from n; create table stock (id, product_id, amount)`
    expect(() => read(fileOf(posing))).toThrow(UnreadableFileError)
    const virtual = `create virtual table products using fts5(id, name); create table stock (id, product_id, amount)`
    expect(() => read(fileOf(virtual))).toThrow(UnreadableFileError)
    const computed = `create table products (id, name generated always as (hex(zeroblob(1000000))) virtual); create table stock (id, product_id, amount); insert into products (id) values (1)`
    expect(read(fileOf(computed)).products).toEqual([{ id: 1 }])
  })
  it('is limited in rows per table and in text length', () => {
    const rows = `insert into stock (id, product_id, amount, stock_id) with recursive n(i) as (select 10 union all select i + 1 from n where i < 50000) select i, 1, 1, 's' from n`
    expect(() => read(grocyFile(rows))).toThrow('too_many')
    const [recipe] = read(grocyFile(`update recipes set description = printf('%.2000000c', 'x') where id = 1`)).recipes
    expect(String(recipe?.['description'])).toHaveLength(100_000)
  })
  it('is read or rejected with Unreadable when it is damaged', () => {
    const seed = Number(process.env['LARDER_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    const random = randomFrom(seed)
    const intact = grocyFile()
    for (let round = 0; round < 120; round += 1) {
      const file = Buffer.from(intact)
      const cut = round % 4 === 0 ? file.subarray(0, 101 + random.below(file.length - 101)) : file
      for (let flips = 1 + random.below(20); flips > 0; flips -= 1) cut[random.below(cut.length)] = random.below(256)
      try {
        read(cut)
      } catch (error) {
        expect(error, `seed ${seed}`).toBeInstanceOf(UnreadableFileError)
      }
    }
  })
})

describe('a file', () => {
  it('times out in its reader without affecting the next file', async () => {
    const impatient = reader({ killMs: 5 })
    expect(await code(impatient.read(grocyFile(), '2025-11-22', 'day first'))).toBe('import_too_slow')
    expect((await reader().read(grocyFile(), '2025-11-22', 'day first')).source).toBe('grocy')
  })
  it('exceeding the memory limit or interrupted is not reported as damaged', async () => {
    const large = Buffer.from(
      JSON.stringify({ recipes: [{ name: 'x'.repeat(100), ingredients: Array(1_000_000).fill({ note: 'salt' }) }] }),
    )
    const narrow = reader({ memoryMb: 24 })
    expect(await code(narrow.read(large, '2025-11-22', 'day first'))).toBe('import_too_large')
    expect(await code(narrow.read(grocyFile(), '2025-11-22', 'day first'))).toBe('read')

    const stopped = reader()
    const under = [1, 2].map(() => stopped.read(grocyFile(), '2025-11-22', 'day first'))
    const answers = Promise.allSettled(under)
    await stopped.close()
    for (const answer of await answers)
      expect(answer).toMatchObject({ reason: { code: 'import_interrupted', status: 503, extra: { retryAfterSeconds: 5 } } })
    expect(await code(stopped.read(grocyFile(), '2025-11-22', 'day first'))).toBe('import_interrupted')
  })
  it('is rejected as too slow after its time limit', () => {
    expect(() => readGrocyFile(grocyFile(), performance.now() - 1)).toThrow('too_slow')
  })
  it('I-49: is rejected with a code if it is unknown, damaged, empty or too large', async () => {
    const files = reader()
    const of = (file: Buffer | string) => code(files.read(Buffer.from(file as string), '2025-11-22', 'day first'))
    expect(await of('')).toBe('import_no_name_column')
    expect(await of('just,some,words\n1,2,3')).toBe('import_no_name_column')
    expect(await of('name,quantity\n')).toBe('import_nothing_in_it')
    expect(await of('{"name": ')).toBe('import_damaged')
    expect(await of('{"weather": "fine"}')).toBe('import_not_known')
    expect(await of(Buffer.from('PK\u0003\u0004\u0000\u0000'))).toBe('import_not_known')
    expect(await of(`name\n${'x\n'.repeat(10_001)}`)).toBe('import_too_many')
    expect(await of(`name\n${Array.from({ length: 10_001 }, (_, i) => `a long name so that it is read apart ${i}\n`).join('')}`)).toBe(
      'import_too_many',
    )
    expect(await of(fileOf('create table cats (name)'))).toBe('import_not_known')
    expect(await of(Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 7)]))).toBe('import_damaged')
    expect(await of('['.repeat(60_000))).toBe('import_damaged')
  })
})
