import { z } from 'zod'

/** The part of JSON Schema that our contracts use. */
export interface Json {
  type?: string
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: boolean | Json
  items?: Json
  anyOf?: Json[]
  allOf?: Json[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** A schema as what may be sent. */
export const inputSchema = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

export type FieldKind = 'text' | 'number' | 'integer' | 'id' | 'date' | 'digits' | 'choice' | 'boolean' | 'list' | 'object'

/** One place in a body, query or path where somebody may write something. */
export interface Field {
  /** List items stand under 0. */
  path: (string | number)[]
  kind: FieldKind
  /** Whether null may be sent. */
  isNullable: boolean
  schema: Json
}

/** A schema without the null it may allow beside. */
export function withoutNull(schema: Json): { schema: Json; isNullable: boolean } {
  const options = schema.anyOf
  if (!options?.some((option) => option.type === 'null')) return { schema, isNullable: false }
  const rest = options.filter((option) => option.type !== 'null')
  return { schema: rest.length === 1 && rest[0] ? rest[0] : { anyOf: rest }, isNullable: true }
}

function kindOf(schema: Json): FieldKind {
  if (schema.enum || schema.const !== undefined) return 'choice'
  if (schema.properties) return 'object'
  if (schema.type === 'array') return 'list'
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return schema.type
  if (schema.format === 'uuid') return 'id'
  if (schema.pattern?.includes('-\\d\\d-\\d\\d')) return 'date'
  return schema.pattern?.startsWith('^\\d') ? 'digits' : 'text'
}

/** Every place of a schema, containers before what is in them. */
export function fieldsOf(whole: Json, path: Field['path'] = []): Field[] {
  const { schema, isNullable } = withoutNull(whole)
  const parts: Json[] = [schema, ...(schema.allOf ?? [])]
  const inside = parts.flatMap((part) => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, property]) => fieldsOf(property, [...path, name])),
    ...(part.items ? fieldsOf(part.items, [...path, 0]) : []),
  ])
  return path.length === 0 ? inside : [{ path, kind: kindOf(schema), isNullable, schema }, ...inside]
}

/** A copy of `whole` with `value` at `path`; containers on the way are made where there are none. */
export function put(whole: unknown, path: Field['path'], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const base = whole as Record<string | number, unknown> | undefined
  const next = put(base?.[step], rest, value)
  if (typeof step === 'number') return Object.assign([...((whole as unknown[] | undefined) ?? [])], { [step]: next })
  return { ...base, [step]: next }
}

/** What stands at `path`; undefined where the way ends before. */
export function at(whole: unknown, path: Field['path']): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | null | undefined)?.[step], whole)
}

/** A value a schema takes, with everything optional filled in. `named` knows values by the name of their field. */
export function sampleOf(whole: Json, named: Record<string, unknown>, name = ''): unknown {
  if (Object.hasOwn(named, name)) return named[name]
  const { schema } = withoutNull(whole)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([key, inner]) => [key, sampleOf(inner, named, key)]))
  if (schema.items) return [sampleOf(schema.items, named, name)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'string') return 'Some text'
  throw new Error(`no sample for ${name}: ${JSON.stringify(schema)}`)
}
