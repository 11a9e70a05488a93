import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const project = join(import.meta.dirname, '..')
const domains: string[] = JSON.parse(readFileSync(join(import.meta.dirname, 'domains.json'), 'utf8'))

/** The capability folders of the platform. A new one is a decision, not a convenience. */
const platformFolders: Readonly<Record<string, readonly string[]>> = {
  server: ['http', 'endpoints', 'database', 'changes', 'realtime', 'sync', 'jobs', 'outbox', 'backup', 'workers', 'security', 'i18n'],
  web: ['api', 'sync', 'forms', 'i18n', 'session', 'ui'],
}

/** The files a domain may have. A kind with several files is a folder with an `index.ts`. */
const domainFiles = [
  /^(contract|rules)\.ts$/,
  /^(contract|rules)\/[^/]+\.ts$/,
  /^server\/(tables|sql-expressions|synced|routes|store|consumers|jobs|gateway|index)\.ts$/,
  /^server\/(store|jobs|gateway)\/[^/]+\.ts$/,
  /^server\/use-cases\/([^/]+\/)?[^/]+\.ts$/,
  /^(rules|server)\/built-in\/[^/]+\.(ts|json)$/,
  /^model\/[^/]+\.(onnx|json|md)$/,
  /^web\/(api|live|index)\.tsx?$/,
  // web/api, web/pages and one folder for each screen or widget
  /^web\/[^/]+\/[^/]+\.(tsx?|css|svg)$/,
]

const emptyName = /^(utils?|helpers?|common|misc|types?|shared|lib|stuff|manager|constants|interfaces|components|hooks)$/
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/
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

function checkPlatform(side: string, rest: readonly string[]): string | undefined {
  if (side === 'shared') return rest.length === 1 ? undefined : 'platform/shared has no folders'
  const folders = platformFolders[side]
  if (folders === undefined) return 'platform has shared, server and web'
  const [folder = ''] = rest
  if (rest.length === 1 || !folders.includes(folder)) return `platform/${side} has the folders ${folders.join(', ')}`
  return undefined
}

function checkDomain(domain: string, rest: readonly string[]): string | undefined {
  if (!domains.includes(domain)) return `"${domain}" is not a domain; scripts/domains.json lists them in order`
  const path = rest.join('/')
  const tested = isTest(path) ? path.replace(/(\.[a-z-]+)?\.test\.(tsx?)$/, '.$2') : path
  const asModule = tested.replace(/\.tsx$/, '.ts')
  if (domainFiles.some((pattern) => pattern.test(tested) || (isTest(path) && pattern.test(asModule)))) return undefined
  // a test of several files is next to their folder
  if (isTest(path) && /^(server|web)\/[^/]+\.tsx?$/.test(tested)) return undefined
  return 'not one of the files a domain may have (CONTRIBUTING.md)'
}

function checkName(path: string): string | undefined {
  const parts = path.split('/').map((part, index, all) => (index === all.length - 1 ? (part.split('.')[0] ?? '') : part))
  const names = path.startsWith('src/platform/shared/') ? parts.filter((_, index) => index !== 2) : parts
  const empty = names.find((part) => emptyName.test(part))
  if (empty !== undefined) return `"${empty}" says nothing about the content`
  if (path.startsWith('training/') && !/^training\/(__pycache__\/.+|[a-z]+\.(py|cjs)|README\.md|requirements\.txt)$/.test(path))
    return 'training has scripts named with one word'
  if (/\.[cm]?[jt]sx?$/.test(path) && !parts.every((part) => kebabCase.test(part))) return 'names are kebab-case'
  const [top, folder, area = '', ...rest] = path.split('/')
  if (top !== 'src') return undefined
  if (folder === 'platform') return checkPlatform(area, rest)
  if (folder === 'domains') return checkDomain(area, rest)
  return folder === 'app' ? undefined : 'src has app, platform and domains'
}

/** A module `x.ts` next to a folder `x/` holds one subject in two places. */
function twins(files: readonly string[]): string[] {
  const folders = new Set(files.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))))
  return files.filter(
    (path) => path.startsWith('src/') && /\.tsx?$/.test(path) && !isTest(path) && folders.has(path.replace(/\.tsx?$/, '')),
  )
}

/** Checks the paths of the project's own files. Returns one sentence per problem. */
export function checkLayout(root = project): string[] {
  const files = ['src', 'tests', 'scripts', 'bench', 'training'].flatMap((folder) => filesUnder(root, folder))
  return [
    ...files.flatMap((path) => {
      const problem = checkName(path)
      return problem === undefined ? [] : [`${path}: ${problem}`]
    }),
    ...twins(files).map((path) => `${path}: a folder of the same name exists; move it there as index.ts`),
  ]
}

if (import.meta.main) {
  const problems = checkLayout()
  for (const problem of problems) console.error(problem)
  console.log(`${basename(import.meta.filename)}: ${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
