import type { FastifyRequest } from 'fastify'
import { isServerAdmin } from '#domains/account/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { CatalogueState } from '../../contract/catalogue.ts'
import type { Catalogue } from '../gateway/catalogue.ts'
import type { CatalogueImporter } from '../gateway/catalogue-importer.ts'

/** `admins` are the email addresses of server admins; if empty, the first account is one. */
export interface CatalogueDeps {
  readonly catalogue: Catalogue
  readonly imports: CatalogueImporter
  readonly admins: readonly string[]
}

const maxDumpBytes = 16 * 1024 ** 3

function stateFor({ catalogue, imports }: CatalogueDeps, isAdmin: boolean, now: Date): CatalogueState {
  const about = catalogue.about()
  return { isAdministrator: isAdmin, ...about, files: isAdmin ? imports.files() : [], import: isAdmin ? imports.state(now) : null }
}

export const getCatalogueState = async (q: Reader, deps: CatalogueDeps, { userId, now }: Caller): Promise<CatalogueState> =>
  stateFor(deps, await isServerAdmin(q, userId, deps.admins), now)

export function importCatalogue(deps: CatalogueDeps, { now }: Caller, file: string): CatalogueState {
  deps.imports.start(file, now)
  return stateFor(deps, true, now)
}

/** Stores the form's file `dump`. Throws `media_type` or `dump_field`. */
export async function uploadDump(deps: CatalogueDeps, { now }: Caller, request: FastifyRequest): Promise<CatalogueState> {
  if (!request.isMultipart()) throw new Problem(415, 'media_type', 'Send the file as multipart/form-data, in the field dump.')
  const part = await request.file({ limits: { fileSize: maxDumpBytes } }).catch(() => undefined)
  if (part?.fieldname !== 'dump') {
    part?.file.resume()
    throw new Problem(400, 'dump_field', 'Send one file, as the form field named dump.')
  }
  await deps.imports.keep(part.file, now)
  return stateFor(deps, true, now)
}
