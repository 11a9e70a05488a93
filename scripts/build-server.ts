/**
 * Bundles the server, its workers, the operator's commands and their libraries into a few files under `dist-server/`, unless they were built
 * from exactly these sources (`--always`: rebuilds). Finding and loading two thousand small files takes longer than the rest of a start.
 */
import { globSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { buildInputs, builtCommands, builtFolder, findBuiltServer, fingerprint } from '../src/app/built-server.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, builtFolder)
const from = (base: string, file: string) => relative(base, file).replaceAll('\\', '/')

/** Libraries that load files relative to themselves: native addons, models, workers, pages. */
const apart = [
  /^(sharp|pino|thread-stream|pg-native)$/,
  /^(onnxruntime-|zxing-wasm|@undecaf\/zbar-wasm|@gutenye\/)/,
  /^@fastify\/(static|swagger-ui)$/,
]

/** Bundles each worker a module starts, and resolves the other files that our modules load relative to themselves at their sources. */
const placesKept: Plugin = {
  name: 'larder:places-kept',
  transform(code, id) {
    if (!/^(src|scripts)\//.test(from(root, id)) || !/import\.meta\.(url|dirname)/.test(code)) return null
    const at = (file: string) => `new URL(${JSON.stringify(from(folder, file))}, import.meta.url)`
    const bundled = (worker: string) => {
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${worker}.ts`), fileName: `${basename(worker)}.mjs` })
      return `new URL("./${basename(worker)}.mjs", import.meta.url)`
    }
    const kept = code.replaceAll(/new URL\("(\.[^"]+)\.ts", import\.meta\.url\)|import\.meta\.(url|dirname)/g, (_all, worker, what) => {
      if (worker !== undefined) return bundled(worker)
      return what === 'url' ? `${at(id)}.href` : `pathOfPlace(${at(dirname(id))})`
    })
    return { code: `import { fileURLToPath as pathOfPlace } from 'node:url'\n${kept}`, map: null }
  },
}

/** Inputs other than the modules: the build itself and the installed libraries. */
const alsoFrom = ['package.json', 'package-lock.json', 'scripts/build-server.ts']

const timesOf = (files: string[]) =>
  new Map(files.map((file) => [file, statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs] as const))

if (process.argv.includes('--always') || findBuiltServer(root) === null) {
  console.error('Bundling the server …')
  const { build } = await import('vite')
  const before = timesOf(globSync('{src,scripts}/**', { cwd: root }))
  rmSync(join(folder, buildInputs), { force: true })
  const made = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [placesKept],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node26',
      minify: false,
      // An image has the licenses of bundled packages nowhere else.
      license: { fileName: 'licenses.txt' },
      rolldownOptions: {
        input: ['src/app/start.ts', ...builtCommands.map((name) => `scripts/${name}.ts`)],
        external: apart,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  if (!('output' in made)) throw new Error('the build of the server watches instead of ending')
  const modules = made.output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds.map((id) => from(root, id)) : []))
  const sources = [...new Set(modules.filter((file) => /^(src|scripts)\//.test(file)))].sort()
  const after = timesOf(sources)
  const edited = sources.find((file) => before.get(file) !== after.get(file))
  if (edited !== undefined) throw new Error(`${edited} was written while the server was built: build again`)
  const marks = [...sources, ...alsoFrom].map((file) => [file, fingerprint(join(root, file))])
  writeFileSync(join(folder, buildInputs), JSON.stringify(Object.fromEntries(marks)))
}
