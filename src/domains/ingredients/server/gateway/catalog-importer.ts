import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import { CatalogImport } from '../../contract/catalog.ts'
import type { ImportProgress, ImportTask } from './import-dump-worker.ts'
import { catalogPaths } from './local-catalog.ts'

const worker = new URL('./import-dump-worker.ts', import.meta.url)
/** Exceeds the time between progress reports, so a process that is silent for longer has died. */
const maxSilenceMs = 120_000
/** Exceeds the time of a request, so an upload unchanged for longer belongs to a killed process. */
const staleMs = 120_000
const dumpName = /^[\w][\w. -]{0,200}\.(tsv|csv|jsonl|gz)$/i
const partialName = /^sent [\dT.-]+\.gz\.part$/

export interface CatalogImporter {
  /** Lists the dumps by name. */
  files(): { name: string; bytes: number }[]
  /** Returns the current or last import of any process on this folder, or null. */
  state(now: Date): CatalogImport | null
  /** Starts importing one of `files()`. Does nothing for other names or while an import is running. */
  start(name: string, now: Date): void
  /** Stores an uploaded dump under a generated name. */
  keep(dump: Readable, now: Date): Promise<void>
  close(): Promise<void>
}

/** Deletes uploads that killed processes left behind. */
function deleteStaleUploads(dumps: string): void {
  try {
    for (const name of existsSync(dumps) ? readdirSync(dumps) : []) {
      const path = join(dumps, name)
      if (partialName.test(name) && Date.now() - statSync(path).mtimeMs > staleMs) rmSync(path)
    }
  } catch {
    // Another process deleted it, or the folder is read-only. Leftovers only take space.
  }
}

/** Creates a file named after the time, or a later millisecond if an upload has that name. */
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

function listDumps(dumps: string): { name: string; bytes: number }[] {
  return (existsSync(dumps) ? readdirSync(dumps, { withFileTypes: true }) : [])
    .filter((entry) => entry.isFile() && dumpName.test(entry.name))
    .map(({ name }) => ({ name, bytes: statSync(join(dumps, name)).size }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function readProgress(progress: string): CatalogImport | null {
  try {
    return CatalogImport.safeParse(JSON.parse(readFileSync(progress, 'utf8'))).data ?? null
  } catch {
    return null
  }
}

function writeProgress(progress: string, state: CatalogImport): void {
  writeFileSync(`${progress}.new`, JSON.stringify(state))
  renameSync(`${progress}.new`, progress)
}

export function createCatalogImporter(dataDir: string): CatalogImporter {
  const { dumps, progress } = catalogPaths(dataDir)
  const pool = startPool(() => startThread<ImportTask, void, ImportProgress>(worker), { maxWorkers: 1, idleMs: 0 })
  let isRunning = false

  /** Imports in a worker thread, and writes the progress to a file for all processes on this folder. */
  function startImport(file: string): void {
    const state: CatalogImport = { file, state: 'running', share: 0, products: 0, reason: null, at: new Date().toISOString() }
    const update = (part: Partial<CatalogImport>) => writeProgress(progress, Object.assign(state, part, { at: new Date().toISOString() }))
    writeProgress(progress, state)
    isRunning = true
    void pool.run({ file: join(dumps, file), dataDir }, Number.POSITIVE_INFINITY, update).then((outcome) => {
      isRunning = false
      if ('result' in outcome) update({ state: 'done', share: 1 })
      else update(outcome.failure.kind === 'thrown' ? { state: 'failed', reason: outcome.failure.message } : { state: 'stopped' })
    })
  }

  deleteStaleUploads(dumps)

  const state = (now: Date): CatalogImport | null => {
    const last = readProgress(progress)
    const isDead = last?.state === 'running' && !isRunning && now.getTime() - Date.parse(last.at) > maxSilenceMs
    return last && isDead ? { ...last, state: 'stopped' } : last
  }

  return {
    files: () => listDumps(dumps),
    state,
    start(name, now) {
      // Only listed names become paths.
      const found = listDumps(dumps).find((file) => file.name === name)
      if (!found || state(now)?.state === 'running') return
      startImport(found.name)
    },
    async keep(dump, now) {
      mkdirSync(dumps, { recursive: true, mode: 0o700 })
      deleteStaleUploads(dumps)
      const { path, partial, file } = await openDump(dumps, now)
      try {
        await pipeline(dump, file.createWriteStream())
        renameSync(partial, path)
      } catch (error) {
        rmSync(partial, { force: true })
        throw error
      }
    },
    close: () => pool.close(),
  }
}
