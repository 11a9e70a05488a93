import { semaphore } from '#platform/server/workers/semaphore.ts'
import type { ParsedLine } from '../../contract/index.ts'
import { parseLine } from '../../rules/parse-line.ts'

/** Parsed between two turns of the event loop: a few milliseconds of work. */
export const linesPerTurn = 10

/** Concurrent requests would each take a share of every turn. */
const oneAtATime = semaphore(1, 100)

/** Parses lines without blocking other requests. Throws 429 `busy` if too many requests wait. */
export const parseLines = (lines: readonly string[]): Promise<ParsedLine[]> =>
  oneAtATime(async () => {
    const parsed: ParsedLine[] = []
    for (let at = 0; at < lines.length; at += linesPerTurn) {
      parsed.push(...lines.slice(at, at + linesPerTurn).map(parseLine))
      await new Promise((next) => setImmediate(next))
    }
    return parsed
  })
