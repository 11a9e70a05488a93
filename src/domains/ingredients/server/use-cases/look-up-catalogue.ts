import type { FastifyRequest } from 'fastify'
import { isAdministrator } from '#domains/account/server/index.ts'
import type { Reader, Scope } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { CatalogueState } from '../../contract/catalogue.ts'
import type { Catalogue } from '../gateway/catalogue.ts'
import type { CatalogueImporter } from '../gateway/catalogue-importer.ts'

/** The catalogue, its imports, and who may start one (addresses; none: the first account). */
export interface CatalogueDesk {
  readonly catalogue: Catalogue
  readonly imports: CatalogueImporter
  readonly admins: readonly string[]
}
interface Asker {
  caller: Caller
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
}

const maxDumpBytes = 16 * 1024 ** 3

const mayImport = ({ admins }: CatalogueDesk, { caller, read }: Asker) =>
  read({ user: caller.userId }, (q) => isAdministrator(q, caller.userId, admins))

function stateFor({ catalogue, imports }: CatalogueDesk, may: boolean, now: Date): CatalogueState {
  const about = catalogue.about()
  return { isAdministrator: may, ...about, files: may ? imports.files() : [], import: may ? imports.state(now) : null }
}

export const showCatalogue = async (desk: CatalogueDesk, asker: Asker): Promise<CatalogueState> =>
  stateFor(desk, await mayImport(desk, asker), asker.caller.now)

/** Starts an import of a listed file. */
export function importCatalogue(desk: CatalogueDesk, { now }: Caller, file: string): CatalogueState {
  desk.imports.start(file, now)
  return stateFor(desk, true, now)
}

/** Keeps the one file `dump` of the form. */
export async function uploadDump(desk: CatalogueDesk, { now }: Caller, request: FastifyRequest): Promise<CatalogueState> {
  if (!request.isMultipart()) throw new Problem(415, 'media_type', 'Send the file as multipart/form-data, in the field dump.')
  const part = await request.file({ limits: { fileSize: maxDumpBytes } }).catch(() => undefined)
  if (part?.fieldname !== 'dump') {
    part?.file.resume()
    throw new Problem(400, 'dump_field', 'Send one file, as the form field named dump.')
  }
  await desk.imports.keep(part.file, now)
  return stateFor(desk, true, now)
}
