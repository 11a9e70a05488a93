import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..')

interface Locked {
  version: string
  license?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Returns the packages that the product's own source imports, in the server or the screens. */
function named(folder: string, packages: Record<string, Locked>): Set<string> {
  const texts = globSync('src/**/*.{ts,tsx,css}', { cwd: folder })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
  const specifiers = texts.flatMap((text) =>
    [...text.matchAll(/(?:from|import|import\(|resolve\() ?['"]((?:@[\w.-]+\/)?[\w.-]+)/g)].map(([, name = '']) => name),
  )
  return new Set([...specifiers, ...Object.keys(packages['']?.dependencies ?? {})].filter((name) => `node_modules/${name}` in packages))
}

/** Resolves a package's dependency: in its own folder, otherwise in one above. */
function resolvePackage(from: string, name: string, packages: Record<string, Locked>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

/** Returns the copyright lines of a license, without the template's own example. */
function holders(folder: string): string {
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name)) : undefined
  const lines = file ? readFileSync(join(folder, file), 'utf8').split('\n') : []
  const whose = lines
    .map((line) => line.trim().replace(/^[*#/ ]+/, ''))
    .filter((line) => /^copyright\s*(\(c\)|©|\d{4})/i.test(line) || /^Copyright [A-Z][a-z]+ [A-Z]/.test(line))
    .filter((line) => !/\byyyy\b|\byear\b|Free Software Foundation/.test(line))
    .map((line) =>
      line
        .replace(/^copyright\s*/i, '')
        .replace(/<[^>]*>|\|/g, '')
        .replace(/\.?\s*all rights reserved\.?/i, '')
        .trim(),
    )
  return [...new Set(whose)].slice(0, 3).join('; ')
}

/** Returns the table of `THIRD-PARTY.md`, from the lock file and the installed licenses. */
export function notices(folder = project): string {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const seen = new Set<string>()
  // Node is one package per system; this table names it once.
  const runtimes = Object.keys(packages['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
  const waiting = [...[...named(folder, packages)].map((name) => `node_modules/${name}`), ...runtimes]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const locked = packages[path]
    // Builds for one system are listed with the package that needs them, under the same license or one named above the table.
    if (!locked || seen.has(path) || (locked.optional && (locked.os || locked.cpu) && !runtimes.includes(path))) continue
    seen.add(path)
    for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      const found = resolvePackage(path, name, packages)
      if (found) waiting.push(found)
    }
  }
  const rows = [...seen].map((path) => {
    const { version, license = '–' } = packages[path] as Locked
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return `| ${name} | ${version} | ${license} | ${holders(join(folder, path))} |`
  })
  return [...new Set(rows)].sort().join('\n')
}

const begin = '|---|---|---|---|\n'
export const noticesFile = join(project, 'THIRD-PARTY.md')
/** Returns the table of the file. */
export const tableIn = (text: string): string => text.slice(text.indexOf(begin) + begin.length).trim()
const withTable = (text: string, table: string) => `${text.slice(0, text.indexOf(begin) + begin.length)}${table}\n`

if (import.meta.main) writeFileSync(noticesFile, withTable(readFileSync(noticesFile, 'utf8'), notices()))
