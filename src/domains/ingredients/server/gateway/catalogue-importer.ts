import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { CatalogueImport } from '../../contract/catalogue.ts'
import { cataloguePlaces } from './catalogue-paths.ts'

const worker = new URL('./import-worker.ts', import.meta.url)
/** An import tells of itself more often than this; silent for longer, its process ended. */
const silentMs = 120_000
/** No request lasts as long; a dump half sent that nothing was added to since is of a process that was killed. */
const staleMs = 120_000
const nameOfDump = /^[\w][\w. -]{0,200}\.(tsv|csv|jsonl|gz)$/i
const nameOfPart = /^sent [\dT.-]+\.gz\.part$/

export interface CatalogueImporter {
  /** The dumps at hand, by name. */
  files(): { name: string; bytes: number }[]
  /** The import under way or the last one, of whichever process on this folder; null: none yet. */
  state(now: Date): CatalogueImport | null
  /** Starts on one of `files`. Does nothing while one is running, and for any other name. */
  start(name: string, now: Date): void
  /** Keeps a dump that somebody sends, under a name of the server's making. */
  keep(dump: Readable, now: Date): Promise<void>
  close(): Promise<void>
}

/** Removes what killed processes had of dumps that were being sent. Another process on this folder may be taking one: that stays. */
function dropLeftovers(dumps: string): void {
  try {
    for (const name of existsSync(dumps) ? readdirSync(dumps) : []) {
      const path = join(dumps, name)
      if (nameOfPart.test(name) && Date.now() - statSync(path).mtimeMs > staleMs) rmSync(path)
    }
  } catch {
    // Another process was first, or the folder cannot be written: it takes room, no more.
  }
}

/** Creates a new file named after the time; a millisecond later when another upload has that name. */
async function openDump(dumps: string, now: Date): Promise<{ path: string; partial: string; file: FileHandle }> {
  for (let time = now.getTime(); ; time++) {
    const path = join(dumps, `sent ${new Date(time).toISOString().slice(0, 23).replaceAll(':', '.')}.gz`)
    const partial = `${path}.part`
    try {
      if (!existsSync(path)) return { path, partial, file: await open(partial, 'wx', 0o600) }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** Imports run in a thread of their own; how far they are stands in a file, so that every process can tell. */
export function catalogueImporter(dataDir: string): CatalogueImporter {
  const { dumps, progress } = cataloguePlaces(dataDir)
  let running: Worker | null = null
  dropLeftovers(dumps)

  const write = (state: CatalogueImport) => {
    writeFileSync(`${progress}.new`, JSON.stringify(state))
    renameSync(`${progress}.new`, progress)
  }
  const files = () =>
    (existsSync(dumps) ? readdirSync(dumps, { withFileTypes: true }) : [])
      .filter((entry) => entry.isFile() && nameOfDump.test(entry.name))
      .map(({ name }) => ({ name, bytes: statSync(join(dumps, name)).size }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const state = (now: Date): CatalogueImport | null => {
    let kept: unknown
    try {
      kept = JSON.parse(readFileSync(progress, 'utf8'))
    } catch {
      return null
    }
    const known = CatalogueImport.safeParse(kept)
    if (!known.success) return null
    const isDead = known.data.state === 'running' && running === null && now.getTime() - Date.parse(known.data.at) > silentMs
    return isDead ? { ...known.data, state: 'stopped' } : known.data
  }
  const begin = (file: string) => {
    const told: CatalogueImport = { file, state: 'running', share: 0, products: 0, reason: null, at: new Date().toISOString() }
    const tell = (part: Partial<CatalogueImport>) => write(Object.assign(told, part, { at: new Date().toISOString() }))
    write(told)
    const begun = new Worker(worker, { workerData: { file: join(dumps, file), dataDir } })
    running = begun
    let reason: string | null = null
    begun.on('message', ({ share, products }: { share: number; products: number }) => tell({ share, products }))
    begun.on('error', (error) => {
      reason = error instanceof Error ? error.message : String(error)
    })
    begun.on('exit', (code) => {
      running = null
      if (code === 0) tell({ state: 'done', share: 1 })
      else tell(reason === null ? { state: 'stopped' } : { state: 'failed', reason })
    })
  }

  return {
    files,
    state,
    start(name, now) {
      // Only a name from our own listing leads to a file.
      const found = files().find((file) => file.name === name)
      if (found && state(now)?.state !== 'running') begin(found.name)
    },
    async keep(dump, now) {
      mkdirSync(dumps, { recursive: true, mode: 0o700 })
      dropLeftovers(dumps)
      const { path, partial, file } = await openDump(dumps, now)
      try {
        await pipeline(dump, file.createWriteStream())
        renameSync(partial, path)
      } catch (error) {
        rmSync(partial, { force: true })
        throw error
      }
    },
    close: async () => {
      await running?.terminate()
    },
  }
}
