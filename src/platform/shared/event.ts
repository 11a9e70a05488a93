import type { z } from 'zod'

/** A type of change: its name in the log and its payload (ids and figures, no names of people). */
export interface EventType<N extends string = string, S extends z.ZodType = z.ZodType> {
  readonly name: N
  readonly payload: S
}

/** Declares a type of change. Names are noun.past-verb: `item.added`. */
export function eventType<N extends string, S extends z.ZodType>(name: N, payload: S): EventType<N, S> {
  return { name, payload }
}

/** One frame of `GET /api/live`. */
export interface LiveFrame {
  channel: string
  event: string
  payload: unknown
}
