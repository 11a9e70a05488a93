import type { TestContext } from 'vitest'

/** The kind of annotation that `scripts/summary-reporter.ts` collects. */
export const notRun = 'not run here'

/** Says that this machine does not allow a check. The test fails nothing and does not count as passed; the end of a run names it and the reason. */
export async function notRunHere(annotate: TestContext['annotate'], because: string): Promise<void> {
  await annotate(because, notRun)
}

/** How many times longer than usual a test may take: a long run at the lowest priority gives its time to others first. */
export const timeoutFactor = Number(process.env['LARDER_TEST_TIMEOUT_FACTOR'] ?? 1)

/** How many test files run side by side: twice as many as a small machine has cores, for there are always some that wait. */
export const workers = 4
