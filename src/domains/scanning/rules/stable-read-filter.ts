/** A single read may be a misread that passes the check digit. */
const readsNeeded = 2
/** Reads further apart than this don't belong together. */
const maxGapMs = 1000
/** A code counts again after it was out of sight this long. */
const outOfSightMs = 2000

/** A product's code in normalized form, and the text that says most about the package. */
export interface CodeReading {
  code: string
  text: string
}

interface CodeReads {
  reads: number
  lastMs: number
  isReported: boolean
  /** The longest so far. */
  text: string
}

/**
 * Filters the codes a camera reads per frame: returns the text of each code once it is stable, and again only after it left the picture.
 * `atMs` must not decrease.
 */
export function createStableReadFilter(): (codes: readonly CodeReading[], atMs: number) => string[] {
  const seen = new Map<string, CodeReads>()
  return (codes, atMs) => {
    for (const [code, { lastMs, isReported }] of seen) if (atMs - lastMs > (isReported ? outOfSightMs : maxGapMs)) seen.delete(code)
    const steady: string[] = []
    for (const { code, text } of codes) {
      const state = seen.get(code) ?? { reads: 0, lastMs: atMs, isReported: false, text }
      state.reads += 1
      state.lastMs = atMs
      if (text.length > state.text.length) state.text = text
      seen.set(code, state)
      if (state.isReported || state.reads < readsNeeded) continue
      state.isReported = true
      steady.push(state.text)
    }
    return steady
  }
}
