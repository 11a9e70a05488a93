import { type Route, serveFree, serveIdempotent, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import { currentLanguage } from '#platform/server/i18n/language.ts'
import { Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { fetchGrocy, type GrocyHosts } from './gateway/grocy-api.ts'
import type { FileReader } from './gateway/index.ts'
import { publishPreview, savePreview } from './use-cases/preview-import.ts'
import { listImports, listRows, readImport, reportOf } from './use-cases/read-imports.ts'
import { discardImport, startImport, undoImport } from './use-cases/start-import.ts'

export { openFileReader } from './gateway/index.ts'

interface ImportDeps {
  files: FileReader
  grocyHosts: GrocyHosts
  /** Starts the imports job without waiting for its interval. */
  runNow: () => void
}

/** 03/04 is March 4 for English readers and April 3 for others, unless the file is unambiguous. */
const defaultOrder = () => (currentLanguage() === 'en' ? 'month first' : 'day first')

const tooLarge = () => new Problem(413, 'file_too_large', 'That file is larger than 32 MB.')

export const importRoutes = ({ files, grocyHosts, runNow }: ImportDeps): Route[] => [
  serveRead(contract.listImports, ({ q, member }) => listImports(q, member.householdId)),
  serveIdempotent(contract.previewFile, async ({ receiveFile, member, read, writeOnce, write }) => {
    const file = await receiveFile({ field: contract.previewFile.formField, maxBytes: contract.maxFileBytes, tooLarge })
    const plan = await files.read(file, member.today, defaultOrder())
    const id = await savePreview({ read, writeOnce }, member, plan)
    return write(member.householdId, (tx) => publishPreview(tx, member, id, plan.rows.length))
  }),
  serveIdempotent(contract.previewGrocy, async ({ body, member, read, writeOnce, write }) => {
    const plan = await files.read(await fetchGrocy(body.address, body.key, grocyHosts), member.today, defaultOrder())
    const id = await savePreview({ read, writeOnce }, member, plan)
    return write(member.householdId, (tx) => publishPreview(tx, member, id, plan.rows.length))
  }),
  serveRead(contract.getImport, ({ q, member, params }) => readImport(q, member.householdId, params.importId)),
  serveRead(contract.listImportRows, ({ q, member, params, query }) => listRows(q, member.householdId, params.importId, query)),
  serveFree(contract.importReport, async ({ member, params, read, reply }) => {
    const text = await reportOf((work) => read(member.householdId, work), member.householdId, params.importId)
    return reply
      .headers({ 'Cache-Control': 'no-store', 'Content-Disposition': 'attachment; filename="import.csv"' })
      .type('text/csv; charset=utf-8')
      .send(text)
  }),
  serveIdempotent(contract.startImport, async ({ member, params, body, write }) => {
    const started = await write(member.householdId, (tx) => startImport(tx, member, params.importId, body))
    runNow()
    return started
  }),
  serveIdempotent(contract.undoImport, async ({ member, params, write }) => {
    const undoing = await write(member.householdId, (tx) => undoImport(tx, member, params.importId))
    runNow()
    return undoing
  }),
  serveWrite(contract.discardImport, ({ tx, member, params }) => discardImport(tx, member, params.importId)),
]
