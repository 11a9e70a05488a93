import type { TestContext } from 'vitest'

/** The kind of annotation that `scripts/summary-reporter.ts` collects. */
export const notRun = 'not run here'

/** Says that this machine does not allow a check. The test fails nothing and does not count as passed; the end of a run names it and the reason. */
export async function notRunHere(annotate: TestContext['annotate'], because: string): Promise<void> {
  await annotate(because, notRun)
}
