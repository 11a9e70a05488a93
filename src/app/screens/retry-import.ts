const delaysMs = [1000, 4000, 16_000] as const

/**
 * Loads a module in the background, with three retries in 21 seconds; after a minute, a missing file would reload the page a second time.
 * Returns undefined if it fails or the page is reloading.
 */
export async function retryImport<T>(load: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const ms of delaysMs) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  return load().catch(() => undefined)
}
