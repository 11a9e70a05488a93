import { semaphore } from '#platform/server/workers/semaphore.ts'
import type { ParsedLine } from '../../contract/index.ts'
import { parseLine } from '../../rules/parse-line.ts'

/** Parsed between two turns of the event loop: some milliseconds of work. */
export const linesPerTurn = 10

/** One request at a time: of many at once, each would take its share of every turn. */
const oneAtATime = semaphore(1, 100)

/** Parses lines without holding up other requests. Throws 429 `busy` when too many requests wait. */
export const parseLines = (lines: readonly string[]): Promise<ParsedLine[]> =>
  oneAtATime(async () => {
    const parsed: ParsedLine[] = []
    for (let at = 0; at < lines.length; at += linesPerTurn) {
      parsed.push(...lines.slice(at, at + linesPerTurn).map(parseLine))
      await new Promise((next) => setImmediate(next))
    }
    return parsed
  })
