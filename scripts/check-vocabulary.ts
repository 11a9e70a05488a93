import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const project = join(import.meta.dirname, '..')
const domains: string[] = JSON.parse(readFileSync(join(import.meta.dirname, 'domains.json'), 'utf8'))
const longest = 300
const serverWords = 'tables|store|service|routes|reactions|jobs|gateway'

/** What a domain may hold. A word that outgrew one file is a folder of use cases: `service/add-item.ts`. */
const inDomain = [
  /^(contract|rules)\.ts$/,
  /^(contract|rules)\/[^/]+\.ts$/,
  new RegExp(`^server/(${serverWords})\\.ts$`),
  new RegExp(`^server/(${serverWords})/([^/]+/)?[^/]+\\.(ts|sql)$`),
  /^server\/catalogue\/[^/]+\.(ts|json)$/,
  /^model\/[^/]+\.(onnx|json|md)$/,
  /^web\/(api|live)\.tsx?$/,
  /^web\/(api|live)\/[^/]+\.tsx?$/,
  /^web\/index\.ts$/,
  /^web\/(pages|components)\/([^/]+\/)?[^/]+\.(tsx?|css|svg)$/,
]

/** Names that say nothing about what is inside. */
const emptyName = /^(utils?|helpers?|common|misc|types?|shared|lib|stuff|manager|constants|interfaces)$/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const isTest = (path: string) => /\.test\.tsx?$/.test(path)

function filesUnder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
}

function judgeName(path: string): string | undefined {
  const parts = path.split('/').map((part, place, all) => (place === all.length - 1 ? (part.split('.')[0] ?? '') : part))
  const empty = parts.find((part) => emptyName.test(part))
  if (empty !== undefined) return `"${empty}" says nothing about what is inside`
  if (path.startsWith('training/') && !/^training\/(__pycache__\/.+|[a-z]+\.(py|cjs)|README\.md|requirements\.txt)$/.test(path))
    return 'training holds scripts, one word each'
  if (/\.[cm]?[jt]sx?$/.test(path) && !parts.every((part) => kebab.test(part))) return 'names are kebab-case'
  const [, folder, domain = '', ...rest] = path.split('/')
  if (!path.startsWith('src/')) return undefined
  if (folder !== 'app' && folder !== 'platform' && folder !== 'domains') return 'src holds app, platform and domains'
  if (folder === 'platform' && !/^(contract|server|web)$/.test(domain)) return 'platform holds contract, server and web'
  if (folder !== 'domains') return undefined
  if (!domains.includes(domain)) return `"${domain}" is not a domain; domains stand in scripts/domains.json, in their order`
  const inside = rest.join('/')
  // a test lies beside what it tests, or says more: rules.property.test.ts, service/add-item.race.test.ts
  const named = isTest(inside) ? inside.replace(/(\.[a-z-]+)?\.test\.(tsx?)$/, '.$2') : inside
  const orAsTsx = named.replace(/\.tsx$/, '.ts')
  if (inDomain.some((pattern) => pattern.test(named) || (isTest(inside) && pattern.test(orAsTsx)))) return undefined
  if (isTest(inside) && /^(server|web)\/[^/]+\.tsx?$/.test(named)) return undefined
  return 'not in the vocabulary of a domain (CONTRIBUTING.md)'
}

function judgeLength(root: string, path: string): string | undefined {
  if (!/^src\/.*\.tsx?$/.test(path) || isTest(path) || path.includes('/catalogue/')) return undefined
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
  return lines > longest ? `${lines} lines; over ${longest} it becomes a folder of use cases` : undefined
}

/** Judges names and lengths of the project's own files. Answers one sentence per file that is not in order. */
export function checkVocabulary(root = project): string[] {
  const files = ['src', 'tests', 'scripts', 'bench', 'training'].flatMap((folder) => filesUnder(root, folder))
  return files.flatMap((path) =>
    [judgeName(path), judgeLength(root, path)].filter((sentence) => sentence !== undefined).map((sentence) => `${path}: ${sentence}`),
  )
}

if (import.meta.main) {
  const sentences = checkVocabulary()
  for (const sentence of sentences) console.error(sentence)
  console.log(`${basename(import.meta.filename)}: ${sentences.length} files out of order`)
  process.exitCode = sentences.length === 0 ? 0 : 1
}
