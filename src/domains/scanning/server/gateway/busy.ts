import { Problem } from '#platform/contract/problem.ts'

/** Too many pictures wait already. */
export const scannerBusy = () =>
  new Problem(503, 'scanner_busy', 'Many pictures are being read at the moment. Please try again in a few seconds.', {
    retryAfterSeconds: 5,
  })
