import type { FastifyRequest } from 'fastify'
import { isServerAdmin, type ServerAdmins } from '#domains/account/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { CatalogState } from '../../contract/catalog.ts'
import type { CatalogImporter } from '../gateway/catalog-importer.ts'
import type { Catalog } from '../gateway/local-catalog.ts'

export interface CatalogDeps {
  readonly catalog: Catalog
  readonly imports: CatalogImporter
  readonly admins: ServerAdmins
}

const maxDumpBytes = 16 * 1024 ** 3

function stateFor({ catalog, imports }: CatalogDeps, isAdmin: boolean, now: Date): CatalogState {
  const about = catalog.about()
  return { isAdministrator: isAdmin, ...about, files: isAdmin ? imports.files() : [], import: isAdmin ? imports.state(now) : null }
}

export const getCatalogState = async (q: Reader, deps: CatalogDeps, { userId, now }: AuthenticatedUser): Promise<CatalogState> =>
  stateFor(deps, await isServerAdmin(q, userId, deps.admins), now)

export function startCatalogImport(deps: CatalogDeps, { now }: AuthenticatedUser, file: string): CatalogState {
  deps.imports.start(file, now)
  return stateFor(deps, true, now)
}

/** Stores the form's file `dump`. Throws `media_type` or `dump_field`. */
export async function uploadDump(deps: CatalogDeps, { now }: AuthenticatedUser, request: FastifyRequest): Promise<CatalogState> {
  if (!request.isMultipart()) throw new Problem(415, 'media_type', 'Send the file as multipart/form-data, in the field dump.')
  const part = await request.file({ limits: { fileSize: maxDumpBytes } }).catch(() => undefined)
  if (part?.fieldname !== 'dump') {
    part?.file.resume()
    throw new Problem(400, 'dump_field', 'Send one file, as the form field named dump.')
  }
  await deps.imports.keep(part.file, now)
  return stateFor(deps, true, now)
}
