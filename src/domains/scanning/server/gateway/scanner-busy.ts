import { Problem } from '#platform/shared/problem.ts'

export const scannerBusy = () =>
  new Problem(503, 'scanner_busy', 'The server is busy reading photos. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  })
