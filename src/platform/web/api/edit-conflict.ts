import type { z } from 'zod'
import { ApiError } from './call.ts'

/** The fields that are no longer as they were. */
export function changedFields<T extends object>(was: T, is: T): Partial<T> {
  const names = Object.keys(is) as (keyof T)[]
  return Object.fromEntries(names.filter((name) => is[name] !== was[name]).map((name) => [name, is[name]])) as Partial<T>
}

/** The row as it is now, where a 412 brought it; null: refused for another reason. */
export function rowOf412<T>(error: unknown, row: z.ZodType<T>): T | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null
  return row.safeParse(error.problem?.current).data ?? null
}
