/**
 * `npm run --silent predict < histories.jsonl`: one household a line in, one answer a line out, in order. Reads line by line, so a file of
 * any length will do. A line that cannot be understood is answered by `{"error": "…"}`; the command then ends with 1.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { predictWaste } from '#domains/forecast/rules/forecast.ts'
import type { HistoryEvent, HouseholdHistory } from '#domains/forecast/rules/history.ts'
import { CalendarDate } from '#platform/contract/calendar.ts'

type Json = Record<string, unknown>

const dates = new Map<unknown, boolean>()
function isDate(value: unknown): value is CalendarDate {
  const known = dates.get(value)
  if (known !== undefined) return known
  const isOne = CalendarDate.safeParse(value).success
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
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value
  throw new Error(`${where}: quantity is not a number from 0 up.`)
}

function listIn(from: Json, key: string): Json[] {
  const value = from[key]
  if (Array.isArray(value) && value.every(isObject)) return value
  throw new Error(`${key} is not a list of objects.`)
}

function readEvent(event: Json, place: number): HistoryEvent {
  const where = `events[${place}]`
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
      return { type: 'discarded', ...told, lotId: textIn(event, 'lotId', where) }
    default:
      throw new Error(`${where}: type is none of added, used, discarded.`)
  }
}

function readHousehold(line: string): HouseholdHistory {
  let household: unknown
  try {
    household = JSON.parse(line)
  } catch {
    throw new Error('This line is not JSON.')
  }
  if (!isObject(household)) throw new Error('This line is not a JSON object.')
  return {
    today: dateIn(household, 'today', 'household'),
    ingredients: listIn(household, 'ingredients').map((food, i) => ({ id: textIn(food, 'id', `ingredients[${i}]`) })),
    events: listIn(household, 'events').map(readEvent),
  }
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

function answerTo(line: string): { predictions: unknown[] } | { error: string } {
  try {
    return {
      predictions: predictWaste(readHousehold(line)).map(({ lotId, probability, expectedLeft, enoughData }) => ({
        lotId,
        probability: rounded(probability, 6),
        expectedLeft: rounded(expectedLeft, 3),
        enoughData,
      })),
    }
  } catch (problem) {
    return { error: problem instanceof Error ? problem.message : String(problem) }
  }
}

async function print(answer: ReturnType<typeof answerTo>): Promise<void> {
  if ('error' in answer) process.exitCode = 1
  if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) await once(process.stdout, 'drain')
}

/** Empty lines count only when something follows them: an editor may leave one at the end. */
let empty = 0
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim() === '') {
    empty++
    continue
  }
  for (; empty > 0; empty--) await print({ error: 'This line is empty.' })
  await print(answerTo(line))
}
