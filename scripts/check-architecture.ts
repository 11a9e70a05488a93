import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of dependency-cruiser's JSON report that we read. */
type Report = {
  summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string; severity: string } }[]; error: number }
  modules: { source: string; dependencies: { resolved: string }[] }[]
}

const project = join(import.meta.dirname, '..')
const isProduct = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith('.d.ts')

/** Returns the TypeScript files of the product under `src/`, as paths from `root`. */
function productFiles(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter(isProduct)
}

const capabilityOf = (file: string) => /^src\/platform\/server\/([^/]+)\//.exec(file)?.[1]

/** Returns one sentence per import circle among the capability folders of `src/platform/server`. Imports of types count. */
function capabilityCircles({ modules }: Report): string[] {
  const imports = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = capabilityOf(source)
    if (from === undefined) continue
    const targets = imports.get(from) ?? new Set()
    imports.set(from, targets)
    for (const { resolved } of dependencies) {
      const to = capabilityOf(resolved)
      if (to !== undefined && to !== from) targets.add(to)
    }
  }
  const reachableFrom = (start: string) => {
    const reached = new Set<string>()
    const pending = [start]
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const target of imports.get(folder) ?? []) {
        if (reached.has(target)) continue
        reached.add(target)
        pending.push(target)
      }
    }
    return reached
  }
  // Folders that reach each other form a strongly connected component.
  const reachable = new Map([...imports.keys()].sort().map((folder) => [folder, reachableFrom(folder)]))
  const circles = [...reachable].map(([folder, reached]) => [...reached].filter((other) => reachable.get(other)?.has(folder)).sort())
  return [...new Set(circles.filter((circle) => circle.length > 0).map((circle) => `no-capability-circles: ${circle.join(' ↔ ')}`))]
}

/**
 * Checks every import under `root/src` against `.dependency-cruiser.cjs`. Returns one sentence per violation.
 * A file that the tool didn't read is a violation too: with an unsuitable TypeScript version it reads none and only warns.
 */
export function checkArchitecture(root = project): string[] {
  const program = join(fileURLToPath(import.meta.resolve('dependency-cruiser')), '..', '..', '..', 'bin', 'dependency-cruiser.mjs')
  const run = spawnSync(process.execPath, [program, 'src', '--config', join(project, '.dependency-cruiser.cjs'), '--output-type', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (!run.stdout.startsWith('{')) return [`dependency-cruiser gave no report: ${run.stderr || run.stdout}`]
  const report: Report = JSON.parse(run.stdout)
  const files = productFiles(root)
  const seen = new Set(report.modules.map((module) => module.source))
  const unseen = files.filter((file) => !seen.has(file))
  const sentences = report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  if (report.summary.totalCruised < files.length) {
    sentences.push(`not-all-seen: ${report.summary.totalCruised} modules cruised, ${files.length} files under src`)
  }
  return [...sentences, ...capabilityCircles(report), ...unseen.map((file) => `not-seen: ${file}`)]
}

if (import.meta.main) {
  const sentences = checkArchitecture()
  for (const sentence of sentences) console.error(sentence)
  console.log(`${productFiles(project).length} files, ${sentences.length} violations`)
  process.exitCode = sentences.length === 0 ? 0 : 1
}
