import { createReadStream, renameSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { nameKey } from '#platform/shared/name-key.ts'
import { createDumpLineParser, type ParseDumpLine } from '../../rules/catalog-dump.ts'
import { catalogPaths } from './local-catalog.ts'

/** Lines per transaction: an interrupted import reads at most this many again. */
const batchLines = 50_000
/** Longer lines mean that the file isn't a dump. */
const maxLineLength = 16 * 1024 * 1024
/** Share of the progress for reading; building the catalog is the rest. */
const readingShare = 0.75

export interface ImportOutcome {
  products: number
  names: number
  /** Lines without a product. */
  leftOut: number
}
type ReportProgress = (share: number, products: number) => void

/**
 * Imports a dump (TSV or JSONL, gzip or plain), replacing the catalog of `dataDir` when complete. An interrupted import of the same file
 * resumes. Throws an `Error` with a message for server admins if another import is running or the file isn't a dump.
 */
export async function importDump(file: string, dataDir: string, now: Date, report: ReportProgress = () => {}): Promise<ImportOutcome> {
  const places = catalogPaths(dataDir)
  const { size, mtimeMs } = statSync(file)
  const staged = openStaged(places.staged, `${basename(file)} ${size} ${mtimeMs}`)
  try {
    const lines = await stageLines(staged, file, size, report)
    const outcome = buildCatalog(staged, places.fresh, now, lines)
    if (outcome.products === 0) throw new Error('No product stands in that file: a dump has a code and a name on each line, or is JSONL.')
    renameSync(places.fresh, places.catalog)
    staged.close()
    rmSync(places.staged, { force: true })
    report(1, outcome.products)
    return outcome
  } finally {
    if (staged.isOpen) staged.close()
    rmSync(places.fresh, { force: true })
  }
}

function openStaged(path: string, dump: string): DatabaseSync {
  const db = new DatabaseSync(path)
  // Unsynced, since it can be created again. The lock rejects a second import.
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA temp_store = FILE')
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch {
    db.close()
    throw new Error('Another import is running already.')
  }
  db.exec('create table if not exists meta (dump text not null, lines integer not null)')
  if (db.prepare('select dump from meta').get()?.['dump'] !== dump) {
    db.exec('delete from meta; drop table if exists rows; create table rows (code integer primary key, name text not null)')
    db.prepare('insert into meta values (?, 0)').run(dump)
  }
  db.exec('COMMIT')
  return db
}

const countRows = (db: DatabaseSync) => Number(db.prepare('select count(*) as count from rows').get()?.['count'])

/** Copies the code and name of each line, skipping lines staged before. Returns the number of lines. */
async function stageLines(db: DatabaseSync, file: string, bytes: number, report: ReportProgress): Promise<number> {
  const done = Number(db.prepare('select lines from meta').get()?.['lines'])
  const insert = db.prepare('insert or replace into rows (code, name) values (?, ?)')
  const mark = db.prepare('update meta set lines = ?')
  const source = createReadStream(file, { highWaterMark: 256 * 1024 })
  let lines = 0
  let read: ParseDumpLine | undefined
  let products = countRows(db)
  db.exec('BEGIN')
  for await (const chunk of linesOf(await decompress(source, file))) {
    for (const line of chunk) {
      read ??= createDumpLineParser(line)
      lines += 1
      if (lines <= done) continue
      const product = read(line)
      if (product) {
        insert.run(Number(product.code), product.name)
        products += 1
      }
      if (lines % batchLines === 0) {
        mark.run(lines)
        db.exec('COMMIT; BEGIN')
        report((source.bytesRead / bytes) * readingShare, products)
      }
    }
  }
  mark.run(lines)
  db.exec('COMMIT')
  return lines
}

async function decompress(source: Readable & { bytesRead: number }, file: string): Promise<Readable> {
  const [head] = await Array.fromAsync(createReadStream(file, { end: 1 }))
  const isGzip = Buffer.isBuffer(head) && head[0] === 0x1f && head[1] === 0x8b
  return isGzip ? source.on('error', () => {}).pipe(createGunzip({ chunkSize: 256 * 1024 })) : source
}

async function* linesOf(source: Readable): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let partialLine = ''
  try {
    for await (const chunk of source) {
      const lines = (partialLine + decoder.write(chunk)).split('\n')
      partialLine = lines.pop() ?? ''
      if (partialLine.length > maxLineLength) throw new Error('That file is no dump: it has no lines.')
      yield lines
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? new Error('That file is damaged: it could not be unpacked to its end.')
      : error
  }
  if (partialLine + decoder.end() !== '') yield [partialLine]
}

/** Writes the catalog from the staged rows. Common names get the lowest ids, so that a search finds them first. */
function buildCatalog(db: DatabaseSync, fresh: string, now: Date, lines: number): ImportOutcome {
  rmSync(fresh, { force: true })
  db.function('fold', { deterministic: true }, (text) => nameKey(String(text)))
  db.prepare('attach ? as fresh').run(fresh)
  db.exec(`
    PRAGMA fresh.journal_mode = OFF; PRAGMA fresh.synchronous = OFF;
    drop table if exists ids;
    BEGIN;
    create table fresh.names (id integer primary key, name text not null);
    insert into fresh.names (name) select name from rows group by name order by count(*) desc, name;
    create table ids (name text primary key, id integer not null) without rowid;
    insert into ids select name, id from fresh.names order by name;
    create table fresh.products (code integer primary key, name integer not null);
    insert into fresh.products select rows.code, ids.id from rows join ids on ids.name = rows.name order by rows.code;
    create virtual table fresh.search using fts5(name, content='', detail=none, columnsize=0, tokenize='unicode61', prefix='2 3 4 5');
    insert into fresh.search (rowid, name) select id, fold(name) from fresh.names order by id;
    insert into fresh.search (search) values ('optimize');
    create virtual table temp.terms using fts5vocab('fresh', 'search', 'row');
    create table fresh.words (first text not null, count integer not null, word text not null, primary key (first, count, word)) without rowid;
    insert into fresh.words select substr(term, 1, 1), doc, term from temp.terms
      where doc > 1 and length(term) between 4 and 24 and term not glob '*[0-9]*';
    create table fresh.about (products integer not null, names integer not null, imported_at text not null);
  `)
  const products = countRows(db)
  const names = Number(db.prepare('select count(*) as count from fresh.names').get()?.['count'])
  db.prepare('insert into fresh.about values (?, ?, ?)').run(products, names, now.toISOString())
  db.exec('drop table ids; COMMIT; drop table temp.terms; detach fresh')
  return { products, names, leftOut: lines - products }
}
