import { z } from 'zod'

/** RFC 9457 problem document: a stable `code` for programs, a `detail` message for people. */
export const ProblemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** Also in the X-Request-Id header. Not in 401 and 404, whose bodies must be identical in all cases. */
  requestId: z.string().optional(),
  /** 422 only: invalid fields, as JSON paths with dots. */
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** 412 only: the current state. */
  current: z.unknown().optional(),
  /** `quota_reached` only. */
  quota: z.object({ name: z.string(), used: z.int(), limit: z.int() }).optional(),
})
export type ProblemDocument = z.infer<typeof ProblemDocument>

type Extra = Pick<ProblemDocument, 'fields' | 'current' | 'quota'> & { retryAfterSeconds?: number; draft?: unknown; hasServings?: boolean }

/**
 * An error for the client, sent as a problem document. `detail` is a message that a cook understands, without SQL, paths or data of other
 * households.
 */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly extra: Extra
  constructor(status: number, code: string, detail: string, extra: Extra = {}) {
    super(detail)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** The same problem for missing rows, rows of others and non-members, so that they can't be distinguished. */
export const notFound = () => new Problem(404, 'not_found', 'Not found. It may have been deleted.')
export const conflict = (code: string, detail: string, current?: unknown) =>
  new Problem(409, code, detail, current === undefined ? {} : { current })
export const invalid = (code: string, detail: string, path?: string) =>
  new Problem(422, code, detail, path === undefined ? {} : { fields: [{ path, message: detail }] })
