import { z } from 'zod'

/** RFC 9457 problem document: a stable `code` for programs, a `detail` sentence for people. */
export const ProblemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** Also in the X-Request-Id header. Left out of 401 and 404: their bodies must not tell two cases apart. */
  requestId: z.string().optional(),
  /** 422 only: which fields are wrong, as JSON paths with dots. */
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** 412 only: the row as it is now. */
  current: z.unknown().optional(),
  /** `quota_reached` only: what is used up. */
  quota: z.object({ name: z.string(), used: z.int(), limit: z.int() }).optional(),
})
export type ProblemDocument = z.infer<typeof ProblemDocument>

type Extra = Pick<ProblemDocument, 'fields' | 'current' | 'quota'> & { retryAfterSeconds?: number; draft?: unknown }

/**
 * The one way to refuse: thrown by rules, services and the door, turned into an answer in one place.
 * `detail` is a sentence a cook understands; it never holds SQL, paths or another household's names.
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

/** One answer for "does not exist", "is not yours" and "you are no member": nothing is to be told apart. */
export const notFound = () => new Problem(404, 'not_found', 'Not found. It may have been deleted.')
export const conflict = (code: string, detail: string, current?: unknown) =>
  new Problem(409, code, detail, current === undefined ? {} : { current })
export const invalid = (code: string, detail: string, path?: string) =>
  new Problem(422, code, detail, path === undefined ? {} : { fields: [{ path, message: detail }] })
