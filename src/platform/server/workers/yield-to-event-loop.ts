/**
 * Keeps long work on the main thread from blocking the event loop. Await the returned function after each step: after `sliceMs` it lets
 * other events be handled first.
 */
export function createYield(sliceMs = 5): () => Promise<void> | undefined {
  let startedAt = performance.now()
  return () => {
    if (performance.now() - startedAt < sliceMs) return undefined
    return new Promise((resume) =>
      setImmediate(() => {
        startedAt = performance.now()
        resume()
      }),
    )
  }
}
