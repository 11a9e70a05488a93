import buildSerializer from 'fast-json-stringify'
import { z } from 'zod'

/** JSON text made by a hot path; a test holds its keys to the endpoint's reply schema. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type JsonSchema = { [key: string]: unknown }

type Serializer = (value: unknown) => string

/** The serializer of a reply, made when the first one is sent: making them all would be a third of a start. */
export function serializerFor(schema: z.ZodType): Serializer {
  let serialize: Serializer | undefined
  return (value) => {
    serialize ??= makeSerializer(schema)
    return serialize(value)
  }
}

/**
 * Turns a reply schema into its serializer: a key the schema does not name never leaves the server.
 * Plain unions go through JSON.stringify per branch object, so replies are built from named fields. Throws for what cannot be one.
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

// fast-json-stringify refuses (500) a nullable object that carries an extra key; `type: [x, 'null']` filters it instead.
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
