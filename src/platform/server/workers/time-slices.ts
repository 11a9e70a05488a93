/**
 * Keeps long work on the main thread from blocking the event loop. Await the returned function after each step: it returns at once until
 * `sliceMs` have passed since the last pause, then lets other events be handled first.
 */
export function timeSlices(sliceMs = 5): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < sliceMs) return undefined
    return new Promise((resume) =>
      setImmediate(() => {
        began = performance.now()
        resume()
      }),
    )
  }
}
