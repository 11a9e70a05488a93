import type { UploadedFile } from '#platform/server/endpoints/uploads.ts'
import { isZip } from '#platform/server/security/open-zip.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import { type ImportPlan, UnreadableFileError } from '../../rules/import-plan.ts'
import type { DateOrder } from '../../rules/parse-cell.ts'
import { planFromText, rejectInvalidRows } from '../../rules/plan-from-file-text.ts'
import { decodeText } from './decode-text.ts'
import { isSqlite } from './grocy-sqlite-file.ts'
import { openReaderProcesses, type ReaderProcessLimits } from './read-in-child-process.ts'

const budgetMs = 20_000
/** Exceeds `budgetMs` plus the start of the process, so a process that reaches it hangs. */
const killMs = 40_000
const memoryMb = 512
/** Larger files are read in a child process; texts up to this size take at most 20 ms. */
const maxInlineBytes = 4 * 1024

const messages: Record<UnreadableFileError['code'], string> = {
  no_name_column:
    /*i18n*/ 'This table has no name column. The first row must contain headings such as name, quantity, unit, location, expiration date.',
  nothing_in_it: /*i18n*/ 'There’s nothing to import.',
  too_many: /*i18n*/ 'That’s too much for one import: at most 10,000 ingredients, items or lines. Split it into several files.',
  not_known:
    /*i18n*/ 'This file type isn’t supported. Use a grocy database, a CSV file, a KitchenOwl or Mealie JSON export, or a Larder household export.',
  damaged: /*i18n*/ 'This file is damaged or not the format it claims to be.',
  too_slow: /*i18n*/ 'Reading this file took too long. Try again later or split it into smaller files.',
  too_large: /*i18n*/ 'This file is too large for the server’s memory. Split it into smaller files.',
  interrupted: /*i18n*/ 'The server stopped while reading this file. Try again in a moment.',
}
/** Returns 422 `import_…`, or 503 if the reader was interrupted. */
export const unreadableFileProblem = (code: UnreadableFileError['code']) =>
  code === 'interrupted'
    ? new Problem(503, 'import_interrupted', messages.interrupted, { retryAfterSeconds: 5 })
    : invalid(`import_${code}`, messages[code], 'file')
const busy = () => new Problem(503, 'import_busy', 'Other imports are running. Try again in a minute.', { retryAfterSeconds: 60 })

export interface ImportFileReader {
  /** Throws 422 `import_…` if the file can't be read, 503 `import_busy` or `import_interrupted`. */
  read(file: Uint8Array | UploadedFile, today: string, defaultOrder: DateOrder): Promise<ImportPlan>
  close(): Promise<void>
}

/**
 * Reads one file at a time, in a child process without the server's environment, so that a malicious file can't hang or crash the
 * server.
 */
export function openImportFileReader(limits: Partial<ReaderProcessLimits> = {}): ImportFileReader {
  const processes = openReaderProcesses({ killMs, memoryMb, ...limits }, busy)
  return {
    async read(file, today, defaultOrder) {
      try {
        const small = await smallText(file)
        if (small) return rejectInvalidRows(planFromText(decodeText(small), defaultOrder, today))
        return await processes.read(file, { today, defaultOrder, budgetMs })
      } catch (error) {
        throw error instanceof UnreadableFileError ? unreadableFileProblem(error.code) : error
      }
    },
    close: () => processes.close(),
  }
}

/** Returns null if the file must be read in a child process. */
async function smallText(file: Uint8Array | UploadedFile): Promise<Uint8Array | null> {
  if (('fd' in file ? file.size : file.length) > maxInlineBytes) return null
  const bytes = 'fd' in file ? await file.read() : file
  return isSqlite(bytes) || isZip(Buffer.from(bytes)) ? null : bytes
}
