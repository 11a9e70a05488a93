const waits = [1000, 4000, 16_000] as const

/**
 * What comes after the page and nobody looks at. Where the line drops it, it is asked for again, three times in 21 seconds: within
 * the minute in which a missing file reloads a page once. Undefined: it did not come, or the page is being reloaded for it.
 */
export async function retryImport<T>(load: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const ms of waits) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  return load().catch(() => undefined)
}
