import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'
import { notRun } from '#tests/support/runner/machine.ts'

/**
 * Results of one Vitest project. `failures`: name and a line of the error. `flaky`: those of tests that passed only when repeated.
 * `notRun`: checks that this machine doesn't allow; they didn't pass.
 */
export type Tally = {
  project: string
  passed: number
  failed: number
  skipped: number
  seconds: number
  failures: string[]
  flaky: string[]
  notRun: string[]
}

const inOneLine = (error: { message?: string } | undefined) =>
  stripVTControlCharacters(error?.message ?? '')
    .replace(/\s+/g, ' ')
    .slice(0, 300)

/** Writes the results of a run as JSON to the file named by `LARDER_TEST_TALLY`; `scripts/test.ts` sums them up. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const file = process.env['LARDER_TEST_TALLY']
    if (file === undefined) return
    const tallies = new Map<string, Tally>()
    for (const module of modules) {
      const project = module.project.name
      const tally = tallies.get(project) ?? { project, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [], flaky: [], notRun: [] }
      tallies.set(project, tally)
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        const reasons = test.annotations().filter(({ type }) => type === notRun)
        if (state === 'passed' && reasons.length > 0)
          tally.notRun.push(`${module.relativeModuleId} › ${test.fullName}: ${reasons.map(({ message }) => message).join('; ')}`)
        else tally[state === 'pending' ? 'failed' : state]++
        if (state === 'failed' || state === 'pending')
          tally.failures.push(`${module.relativeModuleId} › ${test.fullName}: ${inOneLine(errors?.[0]) || state}`)
        if (test.diagnostic()?.flaky) tally.flaky.push(`${module.relativeModuleId} › ${test.fullName}: ${inOneLine(errors?.[0])}`)
      }
      tally.seconds += module.diagnostic().duration / 1000
      // A file that failed before or around its tests counts as one more failure.
      const [broken] = module.errors()
      if (!broken) continue
      tally.failed++
      tally.failures.push(`${module.relativeModuleId}: ${inOneLine(broken)}`)
    }
    if (errors.length > 0) {
      const failures = errors.map((error) => `outside any test: ${inOneLine(error as Error)}`)
      tallies.set('', {
        project: 'outside any test',
        passed: 0,
        failed: errors.length,
        skipped: 0,
        seconds: 0,
        failures,
        flaky: [],
        notRun: [],
      })
    }
    writeFileSync(file, JSON.stringify([...tallies.values()]))
  }
}
