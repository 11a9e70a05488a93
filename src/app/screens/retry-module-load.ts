import { backoffMs } from '#platform/shared/backoff.ts'

const maxRetries = 3
const backoff = { firstMs: 1000, factor: 4 }

/**
 * Loads a module in the background, with three retries within 21 seconds; after a minute, a missing file would reload the page a second time.
 * Returns undefined if it fails or the page is reloading.
 */
export async function retryModuleLoad<T>(load: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let failures = 1; failures <= maxRetries; failures++) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, backoffMs(failures, backoff)))
    }
  }
  return load().catch(() => undefined)
}
