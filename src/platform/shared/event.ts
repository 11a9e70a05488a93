import type { z } from 'zod'

/** A kind of change: its name in the log, and what the log keeps of it (ids and figures, never people's names). */
export interface EventType<N extends string = string, S extends z.ZodType = z.ZodType> {
  readonly name: N
  readonly payload: S
}

/** Declares a kind of change. Names are noun.past-verb: `item.added`. */
export function eventType<N extends string, S extends z.ZodType>(name: N, payload: S): EventType<N, S> {
  return { name, payload }
}

/** One frame of `GET /api/live`. */
export interface LiveFrame {
  channel: string
  event: string
  payload: unknown
}
