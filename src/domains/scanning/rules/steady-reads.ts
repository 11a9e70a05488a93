/** Two frames in a row that read the same are believed; one may be a slip that passes the check digit. */
const readsNeeded = 2
/** Two reads further apart than this are not the same look at a pack. */
const togetherMs = 1000
/** A pack counts again once its code was out of sight this long. */
const awayMs = 2000

interface Sight {
  reads: number
  lastMs: number
  told: boolean
}

/** Takes what each frame of a camera reads and answers the codes to act on: each once, until its pack has left the picture and come back. */
export function steadyReads(): (codes: readonly string[], atMs: number) => string[] {
  const seen = new Map<string, Sight>()
  return (codes, atMs) => {
    for (const [code, { lastMs, told }] of seen) if (atMs - lastMs > (told ? awayMs : togetherMs)) seen.delete(code)
    const steady: string[] = []
    for (const code of new Set(codes)) {
      const sight = seen.get(code) ?? { reads: 0, lastMs: atMs, told: false }
      sight.reads += 1
      sight.lastMs = atMs
      seen.set(code, sight)
      if (sight.told || sight.reads < readsNeeded) continue
      sight.told = true
      steady.push(code)
    }
    return steady
  }
}
