import { read } from 'node:fs'
import { promisify } from 'node:util'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { toDownloadResponse } from '#platform/server/endpoints/serialize.ts'
import type { UploadedFile } from '#platform/server/endpoints/uploads.ts'
import { currentLanguage } from '#platform/server/i18n/current-language.ts'
import { isZip } from '#platform/server/security/open-zip.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { fetchGrocy, type GrocyHosts } from './gateway/grocy-api.ts'
import type { ImportFileReader } from './gateway/index.ts'
import { discardImport, startImport, undoImport } from './use-cases/manage-import.ts'
import { listImports, listRows, readImport, reportOf } from './use-cases/read-imports.ts'
import { addSampleKitchen, clearSampleKitchen } from './use-cases/sample-kitchen.ts'
import { publishPreview, refreshPreview, savePreview } from './use-cases/save-preview.ts'

export { openImportFileReader } from './gateway/index.ts'

interface ImportDeps {
  limits: QuotaLimits
  files: ImportFileReader
  grocyHosts: GrocyHosts
  /** Starts the imports job without waiting for its interval. */
  runNow: () => void
}

/** 03/04 is March 4 for English readers and April 3 for others, unless the file is unambiguous. */
const defaultOrder = () => (currentLanguage() === 'en' ? 'month first' : 'day first')

const previewChanged = () =>
  conflict('preview_changed', 'Your household has changed since this preview. Nothing was imported. Look at it again, then start.')

const tooLarge = () => new Problem(413, 'file_too_large', 'That file is larger than 32 MB, or 128 MB for a Larder export.')

const zipStartBytes = 32
async function readStart({ fd }: UploadedFile): Promise<Buffer> {
  const start = Buffer.alloc(zipStartBytes)
  await promisify(read)(fd, start, 0, zipStartBytes, 0)
  return start
}

export const importRoutes = ({ limits, files, grocyHosts, runNow }: ImportDeps): Route[] => [
  route(contract.listImports, ({ q, member }) => listImports(q, member.householdId)),
  route(contract.previewFile, async ({ receiveFile, member, read, writeOnce, write }) => {
    const file = await receiveFile({ field: contract.previewFile.formField, maxBytes: contract.maxExportBytes, tooLarge })
    if (file.size > contract.maxFileBytes && !isZip(await readStart(file))) throw tooLarge()
    const plan = await files.read(file, member.today, defaultOrder())
    const id = await savePreview({ limits, read, writeOnce }, member, plan)
    return write(member.householdId, (tx) => publishPreview(tx, member, id, plan.rows.length))
  }),
  route(contract.previewGrocy, async ({ body, member, read, writeOnce, write }) => {
    const plan = await files.read(await fetchGrocy(body.address, body.key, grocyHosts), member.today, defaultOrder())
    const id = await savePreview({ limits, read, writeOnce }, member, plan)
    return write(member.householdId, (tx) => publishPreview(tx, member, id, plan.rows.length))
  }),
  route(contract.getImport, ({ q, member, params }) => readImport(q, member.householdId, params.importId)),
  route(contract.listImportRows, ({ q, member, params, query }) => listRows(q, member.householdId, params.importId, query)),
  route(contract.importReport, async ({ q, member, params }) =>
    toDownloadResponse('import.csv', 'text/csv', await reportOf(q, member.householdId, params.importId)),
  ),
  route(contract.startImport, async ({ read, writeOnce, write, member, params, body }) => {
    if ((await refreshPreview({ read, writeOnce }, member, params.importId)) > 0) throw previewChanged()
    const started = await write(member.householdId, (tx) => startImport(tx, member, params.importId, body))
    runNow()
    return started
  }),
  route(contract.undoImport, ({ tx, afterCommit, member, params }) => {
    afterCommit(runNow)
    return undoImport(tx, member, params.importId)
  }),
  route(contract.discardImport, ({ tx, member, params }) => discardImport(tx, member, params.importId)),
  route(contract.addSampleKitchen, ({ tx, member, body }) => addSampleKitchen(tx, limits, member, body)),
  route(contract.clearSampleKitchen, ({ tx, member }) => clearSampleKitchen(tx, member)),
]
