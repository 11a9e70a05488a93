import buildSerializer from 'fast-json-stringify'
import { z } from 'zod'
import { once } from '#platform/shared/once.ts'

/** JSON text built by a hot path. Not filtered by the reply schema; tests check its keys. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A response that isn't JSON: a file, a page or a redirect. Not cached unless `headers` say so. With an `ETag`, 304 if it is unchanged. */
export class RawResponse {
  readonly content: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  constructor(content: string | Uint8Array, headers: Readonly<Record<string, string>>, status = 200) {
    this.content = content
    this.headers = { 'Cache-Control': 'no-store', ...headers }
    this.status = status
  }
}

/** A text file for the browser to save. */
export const toDownloadResponse = (name: string, type: 'text/csv' | 'text/plain', text: string): RawResponse =>
  new RawResponse(text, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Disposition': `attachment; filename="${name}"` })

/** A stored picture. The browser never shows it as a page (I-23). */
/** Caching for an address that changes with its picture. */
export const neverChanges = 'max-age=31536000, immutable'

export const toPictureResponse = (bytes: Uint8Array, type: string, name: string, cacheFor: string): RawResponse =>
  new RawResponse(bytes, {
    'Content-Type': type,
    'Content-Disposition': `inline; filename="${name}"`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': `private, ${cacheFor}`,
  })

type JsonSchema = { [key: string]: unknown }

type Serializer = (value: unknown) => string

/** Returns the serializer of a reply. Builds it on first use, because building all of them takes a third of the startup time. */
export function serializerFor(schema: z.ZodType): Serializer {
  const build = once(() => makeSerializer(schema))
  return (value) => build()(value)
}

/**
 * Builds the serializer of a reply schema. It drops keys that the schema doesn't name. Throws for a union other than one array or one
 * object, which would be serialized unfiltered.
 */
export function makeSerializer(schema: z.ZodType): Serializer {
  const json = z.toJSONSchema(schema, { io: 'output', target: 'draft-7', unrepresentable: 'any' }) as JsonSchema
  const { anyOf } = json
  if (Array.isArray(anyOf)) {
    const [list, object] = [anyOf.find((s) => s.type === 'array'), anyOf.find((s) => s.type === 'object')]
    if (anyOf.length !== 2 || !list || !object) throw new Error('a reply union is one array or one object')
    const [asList, asObject] = [buildSerializer(flatten(list)), buildSerializer(flatten(object))]
    return (value) => (Array.isArray(value) ? asList(value) : asObject(value))
  }
  return buildSerializer(flatten(json))
}

// fast-json-stringify throws for a nullable object with an extra key; with `type: [x, 'null']` it drops the key.
function flatten(schema: unknown): JsonSchema {
  if (Array.isArray(schema)) return schema.map(flatten) as unknown as JsonSchema
  if (typeof schema !== 'object' || schema === null) return schema as JsonSchema
  const { $schema: _s, pattern: _p, format: _f, ...rest } = schema as JsonSchema
  const options = rest.anyOf
  if (Array.isArray(options) && options.length === 2 && options.some((o) => o.type === 'null')) {
    const inner = flatten(options.find((o) => o.type !== 'null'))
    const { anyOf: _a, ...others } = rest
    return { ...others, ...inner, type: [inner.type, 'null'].flat(), ...(Array.isArray(inner.enum) ? { enum: [...inner.enum, null] } : {}) }
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, typeof value === 'object' ? flatten(value) : value]))
}
