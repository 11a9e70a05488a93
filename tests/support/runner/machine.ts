import type { TestContext } from 'vitest'

/** The annotation type that `scripts/summary-reporter.ts` collects. */
export const notRun = 'not run here'

/** Reports a check that this machine doesn't allow. The test neither fails nor counts as passed; the summary shows it with the reason. */
export async function notRunHere(annotate: TestContext['annotate'], because: string): Promise<void> {
  await annotate(because, notRun)
}

/** Multiplies timeouts: a long run at the lowest priority yields to other programs. */
export const timeoutFactor = Number(process.env['LARDER_TEST_TIMEOUT_FACTOR'] ?? 1)

/** Parallel test files: twice as many as a small machine has cores, since some always wait. */
export const workers = 4
