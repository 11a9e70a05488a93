import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of dependency-cruiser's JSON report that we read. */
type Report = {
  summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string; severity: string } }[]; error: number }
  modules: { source: string }[]
}

const project = join(import.meta.dirname, '..')
const isProduct = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith('.d.ts')

/** The product's own TypeScript files under `src/`, as paths from `root`. */
function productFiles(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter(isProduct)
}

/**
 * Judges every import under `root/src` by `.dependency-cruiser.cjs`. Answers one sentence per violation, none when all is well.
 * A file the tool did not see is a violation too: with an unsuitable TypeScript it sees none and only mutters.
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
  return [...sentences, ...unseen.map((file) => `not-seen: ${file}`)]
}

if (import.meta.main) {
  const sentences = checkArchitecture()
  for (const sentence of sentences) console.error(sentence)
  console.log(`${productFiles(project).length} files, ${sentences.length} violations`)
  process.exitCode = sentences.length === 0 ? 0 : 1
}
