/**
 * `npm run --silent predict < histories.jsonl`: one household per input line, one prediction per output line, in order. Streams, so files
 * can
 * be of any length. Invalid parts of a line are left out and reported on standard error. An invalid line yields
 * `{"predictions": [], "error": "…"}`; the command then exits with 1.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { HistoryEvent, HouseholdHistory } from '#domains/forecast/rules/history-types.ts'
import { type LotForecast, predictWaste } from '#domains/forecast/rules/waste-forecast.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'

type Json = Record<string, unknown>

const dates = new Map<unknown, boolean>()
/** Any day of four-digit years: many records use 9999-12-31 for "keeps forever". */
function isDate(value: unknown): value is CalendarDate {
  const known = dates.get(value)
  if (known !== undefined) return known
  const isOne = typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && addDays(value, 0) === value
  dates.set(value, isOne)
  return isOne
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function textIn(from: Json, key: string, where: string): string {
  const value = from[key]
  if (typeof value === 'string' && value !== '') return value
  throw new Error(`${where}: ${key} is missing or is not text.`)
}

function dateIn(from: Json, key: string, where: string): CalendarDate {
  const value = from[key]
  if (isDate(value)) return value
  throw new Error(`${where}: ${key} is not a date like 2026-11-21.`)
}

function quantityIn(from: Json, where: string): number {
  const value = from['quantity']
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new Error(`${where}: quantity is not a number.`)
}

/** Reads the valid entries of a list; reports the others with `note`. */
function readList<T>(from: Json, key: string, note: (problem: string) => void, read: (one: Json, where: string) => T): T[] {
  const value = from[key] ?? []
  if (!Array.isArray(value)) throw new Error(`${key} is not a list.`)
  return value.flatMap((one: unknown, place) => {
    const where = `${key}[${place}]`
    try {
      if (!isObject(one)) throw new Error(`${where}: is not an object.`)
      return [read(one, where)]
    } catch (problem) {
      note(messageOf(problem))
      return []
    }
  })
}

const messageOf = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem))

function readEvent(event: Json, where: string): HistoryEvent {
  const told = { quantity: quantityIn(event, where), on: dateIn(event, 'on', where) }
  switch (event['type']) {
    case 'added': {
      const date = event['effectiveExpiration'] ?? null
      return {
        type: 'added',
        ...told,
        lotId: textIn(event, 'lotId', where),
        ingredientId: textIn(event, 'ingredientId', where),
        effectiveExpiration: date === null ? null : dateIn(event, 'effectiveExpiration', where),
      }
    }
    case 'used': {
      const lotId = event['lotId'] ?? null
      return {
        type: 'used',
        ...told,
        ingredientId: textIn(event, 'ingredientId', where),
        lotId: lotId === null ? null : textIn(event, 'lotId', where),
      }
    }
    case 'discarded':
      return { type: 'discarded', ...told, lotId: textIn(event, 'lotId', where), reason: event['reason'] === 'expired' ? 'expired' : null }
    case 'counted':
      return { type: 'counted', ...told, lotId: textIn(event, 'lotId', where) }
    default:
      throw new Error(`${where}: type is none of added, used, discarded, counted.`)
  }
}

function readHousehold(line: string, note: (problem: string) => void): HouseholdHistory {
  let household: unknown
  try {
    household = JSON.parse(line)
  } catch {
    throw new Error(line === '' ? 'This line is empty.' : 'This line is not JSON.')
  }
  if (!isObject(household)) throw new Error('This line is not a JSON object.')
  return {
    today: dateIn(household, 'today', 'household'),
    ingredients: readList(household, 'ingredients', note, (ingredient, where) => ({ id: textIn(ingredient, 'id', where) })),
    events: readList(household, 'events', note, readEvent),
  }
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

interface Answer {
  predictions: Pick<LotForecast, 'lotId' | 'probability' | 'expectedLeft' | 'enoughData'>[]
  error?: string
}

function answerTo(line: string, place: number): Answer {
  try {
    const household = readHousehold(line, (problem) => console.error(`Line ${place}: ${problem} Left out.`))
    return {
      predictions: predictWaste(household).map(({ lotId, probability, expectedLeft, enoughData }) => ({
        lotId,
        probability: rounded(probability, 6),
        expectedLeft: rounded(expectedLeft, 3),
        enoughData,
      })),
    }
  } catch (problem) {
    console.error(`Line ${place}: ${messageOf(problem)}`)
    return { predictions: [], error: messageOf(problem) }
  }
}

let lines = 0
async function answer(line: string): Promise<void> {
  lines++
  const said = answerTo(line, lines)
  if (said.error !== undefined) process.exitCode = 1
  if (!process.stdout.write(`${JSON.stringify(said)}\n`)) await once(process.stdout, 'drain')
}

/** Empty lines count only if another line follows: editors may leave one at the end. */
let empty = 0
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim() === '') {
    empty++
    continue
  }
  for (; empty > 0; empty--) await answer('')
  await answer(line)
}
