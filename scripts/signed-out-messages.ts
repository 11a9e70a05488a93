import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { getCatalogs } from '@lingui/cli/api'
import { findMessages } from './messages-in-source.ts'

type Catalog = Awaited<ReturnType<typeof getCatalogs>>[number]

const atOnce = /^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm
const everything = /^(?:import|export) (?!type )[^'"]*?from '([^']+)'|import\('([^']+)'\)/gm

function reached(project: string, entry: string, imports: RegExp, found: Set<string>): Set<string> {
  if (found.has(entry) || !existsSync(join(project, entry))) return found
  found.add(entry)
  for (const [, plain, lazy] of readFileSync(join(project, entry), 'utf8').matchAll(imports)) {
    const from = plain ?? lazy ?? ''
    const path = from.startsWith('#') ? from.replace(/^#/, 'src/') : from.startsWith('.') ? join(dirname(entry), from) : ''
    if (path) reached(project, path, imports, found)
  }
  return found
}

/** Returns the files that a signed-out visitor may load: the entry, and the auth pages with all they import. */
export function signedOutFiles(project: string): string[] {
  const entry = reached(project, 'src/app/web.tsx', atOnce, new Set())
  return [...new Set([...entry, ...reached(project, 'src/app/screens/signed-out.tsx', everything, new Set())])]
}

/** The texts of those files, by their ids and as they are. */
export async function signedOutTexts(project: string, catalog: Catalog): Promise<ReadonlySet<string>> {
  const files = signedOutFiles(project).map((path) => ({ path, source: readFileSync(join(project, path), 'utf8') }))
  const said = await catalog.collect({
    files: files.filter(({ source }) => /@lingui\/(?:core|react)\/macro|\/\*i18n\*\//.test(source)).map(({ path }) => join(project, path)),
  })
  if (!said) throw new Error('A text of the welcome pages could not be read; the message above says which.')
  return new Set([...Object.keys(said), ...files.flatMap(({ path, source }) => findMessages(path, source).texts)])
}
