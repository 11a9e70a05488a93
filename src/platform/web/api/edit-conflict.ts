import type { z } from 'zod'
import { ApiError } from './call.ts'

/** Returns the fields of `is` that differ from `was`. */
export function changedFields<T extends object>(was: T, is: T): Partial<T> {
  const names = Object.keys(is) as (keyof T)[]
  return Object.fromEntries(names.filter((name) => is[name] !== was[name]).map((name) => [name, is[name]])) as Partial<T>
}

/** Returns the current row from a 412 response, or null if the error is another one. */
export function rowOf412<T>(error: unknown, row: z.ZodType<T>): T | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null
  return row.safeParse(error.problem?.current).data ?? null
}
