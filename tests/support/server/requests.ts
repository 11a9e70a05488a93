import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { addressOf } from './http-client.ts'

/** One thing of every kind that a request can point at. */
export interface Targets {
  household: string
  /** A member's user id. */
  person: string
  lot: string
  ingredient: string
  /** A food without stock, which is what may be removed. */
  unusedIngredient: string
  /** Number of a change that can be taken back. */
  change: number
  inviteCode: string
  /** A checked row of the shopping list. */
  listItem: string
  /** An open alert. */
  alert: string
  /** What somebody was told. */
  notification: string
  /** A recipe with a photo. */
  recipe: string
  /** A planned meal of that recipe. */
  planEntry: string
  /** A browser that takes push messages. */
  device: string
  /** All of the household are its admins, and the household is linked to it. */
  circle: string
  circleCode: string
  /** Somebody else in the circle, by user id. */
  circleMember: string
  /** Who asked to join the circle. */
  asker: string
  /** An invitation nobody has used. */
  circleInvite: string
  /** A public circle of strangers. */
  openCircle: string
  /** Somewhere else that the one who asks is signed in. */
  session: string
  /** The id of somebody's picture. */
  avatar: string
  /** A passkey of the one who asks. */
  passkey: string
  /** An access token of the one who asks, by id. */
  token: string
  webhook: string
  /** A preview of what another app knows. */
  import: string
  /** A lot that a neighbour shares. */
  peerLot: string
  /** A neighbour's request that waits for an answer of the household. */
  request: string
  /** A neighbour's offer, and one of the household's own. */
  peerOffer: string
  ownOffer: string
  /** What a neighbour owes. */
  debt: string
}
export type TargetKind = keyof Targets

/** A request as the contract names its parts. */
export interface Sample {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}
export type Part = keyof Sample
export interface IdField {
  part: Part
  path: Field['path']
  kind: TargetKind
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const kindsByName: Record<string, TargetKind> = {
  householdId: 'household',
  userId: 'person',
  ingredientId: 'ingredient',
  inventoryItemId: 'lot',
  lotId: 'lot',
  recipeId: 'recipe',
  planEntryId: 'planEntry',
  seq: 'change',
  inviteCode: 'inviteCode',
  tokenId: 'token',
  webhookId: 'webhook',
  inviteId: 'circleInvite',
  circleId: 'circle',
  importId: 'import',
}
/** What `{id}` of a path is, by the noun before it. */
const kindsByNoun: Record<string, TargetKind> = {
  households: 'household',
  inventory: 'lot',
  ingredients: 'ingredient',
  'shopping-list': 'listItem',
  alerts: 'alert',
  notifications: 'notification',
  recipes: 'recipe',
  'meal-plan': 'planEntry',
  'push-devices': 'device',
  circles: 'circle',
  sessions: 'session',
  avatars: 'avatar',
  passkeys: 'passkey',
  borrow: 'request',
}
/** Where neither tells. */
const kindsByPlace: Record<string, TargetKind> = {
  'POST /api/shopping-list/clear-checked ids.0': 'listItem',
  'POST /api/shopping-list/put-away items.0.id': 'listItem',
  'DELETE /api/ingredients/{id} id': 'unusedIngredient',
  'POST /api/inventory/share ids.0': 'lot',
  'POST /api/borrow inventoryItemId': 'peerLot',
  'POST /api/offers/{id}/take id': 'peerOffer',
  'DELETE /api/offers/{id} id': 'ownOffer',
  'POST /api/debts/settle ids.0': 'debt',
  'POST /api/circles/join code': 'circleCode',
  'POST /api/circles/{id}/asks id': 'openCircle',
  'POST /api/circles/{id}/asks/{userId} userId': 'asker',
  'DELETE /api/circles/{id}/asks/{userId} userId': 'asker',
  'DELETE /api/admin/users/{userId}/sessions userId': 'asker',
  'PATCH /api/circles/{id}/members/{userId} userId': 'circleMember',
  'DELETE /api/circles/{id}/members/{userId} userId': 'circleMember',
}
/** What anybody may name: codes, and what is public. */
export const anybodys: readonly TargetKind[] = ['inviteCode', 'circleCode', 'openCircle']

function targetKindOf(endpoint: Endpoint, part: Part, path: Field['path']): TargetKind | null {
  const name = String(path.at(-1))
  const known = kindsByPlace[`${nameOf(endpoint)} ${path.join('.')}`] ?? kindsByName[name]
  if (known) return known
  if (part !== 'params' || name !== 'id') return null
  const noun = endpoint.path.split('/')[2] ?? ''
  const kind = kindsByNoun[noun]
  if (!kind) throw new Error(`${nameOf(endpoint)}: what {id} is must be said in tests/support/server/requests.ts`)
  return kind
}

const parts: Part[] = ['params', 'query', 'body']
const schemaOf = (endpoint: Endpoint, part: Part) => (part === 'body' ? endpoint.body : endpoint[part])

/** Every place of a request, by the part it is in. */
export function placesOf(endpoint: Endpoint): (Field & { part: Part })[] {
  return parts.flatMap((part) => {
    const schema = schemaOf(endpoint, part)
    return schema ? fieldsOf(inputSchema(schema)).map((field) => ({ ...field, part })) : []
  })
}

/** Ids in bodies that name nothing yet. */
const madeByClients = new Set(['id', 'entries.0.id'])

/** Every place that names something which exists; an `id` in a body is made by the client and names nothing yet. */
export function idFieldsOf(endpoint: Endpoint): IdField[] {
  return placesOf(endpoint).flatMap(({ part, path, kind }) => {
    const target = targetKindOf(endpoint, part, path)
    if (target) return [{ part, path, kind: target }]
    if (kind !== 'id' || (part === 'body' && madeByClients.has(path.join('.')))) return []
    throw new Error(`${nameOf(endpoint)}: what ${path.join('.')} names must be said in tests/support/server/requests.ts`)
  })
}

let count = 0
// A day that can be planned for, in every time zone.
const planDay = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const named = () => ({
  name: `Sample ${++count}`,
  ingredientName: `Sample ${count}`,
  aliases: [`Alias ${count}`],
  email: `sample${count}.${process.pid}@kitchen.example`,
  password: 'thyme and 42 plums',
  newPassword: 'sage and 43 pears',
  currentPassword: 'thyme and 42 plums',
  token: 'no-token-of-ours',
  callbackURL: '/login',
  url: 'https://127.0.0.1:9/nobody-there',
  redirectTo: '/reset-password',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  expirationDate: '2031-05-04',
  date: planDay,
  dates: [planDay],
  startDate: '2025-01-01',
  endDate: '2199-12-31',
  expiresAt: '2031-05-04T12:00:00.000Z',
  address: 'http://127.0.0.1:9/nobody-there',
  key: 'no-key-of-theirs',
  sourceUrl: 'https://recipes.example/soup',
  imageUrl: 'https://recipes.example/soup.jpg',
  barcode: '4006381333931',
  code: '4006381333931',
  // A point of the curve; push services check no more.
  endpoint: 'https://none.push.services.mozilla.com/sample',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  begin: '22:00',
  end: '07:00',
})

/** Where zod alone cannot say what goes together. */
const exceptions: Record<string, (body: Record<string, unknown>) => unknown> = {
  'POST /api/inventory': ({ ingredient: _ingredient, id: _id, ...body }) => body,
  'POST /api/ingredients': ({ id: _id, ...body }) => body,
  'POST /api/shopping-list': ({ id: _id, ingredientId: _ingredient, ...body }) => body,
  'POST /api/recipes': ({ id: _id, ...body }) => body,
  'PUT /api/meal-plan': ({ entries }) => ({ entries: (entries as object[]).map((entry) => ({ ...entry, id: undefined })) }),
  'POST /api/meal-plan/propose': ({ dates }) => ({ dates, maxMissing: 20 }),
  'POST /api/meal-plan/add-missing': () => ({}),
  'POST /api/catalogue/imports': () => ({ file: 'products.tsv' }),
  'POST /api/recipes/import': () => ({ text: 'Soup\nIngredients\n2 onions\nMethod\nSimmer.' }),
  // Nobody of the world is locked out of it.
  'PATCH /api/admin/users/{userId}': () => ({ isLocked: false }),
  // Either is enough.
  'POST /api/users/reauthenticate': ({ password }) => ({ password }),
  'POST /api/auth/sign-up/email': ({ inviteCode: _code, ...body }) => body,
}

/** Where a query finds nothing unless something is asked for. */
const queries: Record<string, Record<string, unknown>> = {
  'GET /api/foods': { search: 'milk' },
  'GET /api/circles/public': { name: 'open table' },
  'GET /api/inventory/shareable/search': { name: 'beans' },
}

// The people of the tables' tests have no password, so none is right.
const askedForPassword: [status: number, code: string] = [422, 'wrong_password']
/** What a row answers where the server or the person was not set up for it, instead of what its contract says. */
export const notSetUp: Record<string, [status: number, code: string]> = {
  // It was not deleted.
  'POST /api/households/{id}/restore': [404, 'not_found'],
  'POST /api/users/reauthenticate': askedForPassword,
  'POST /api/users/password': askedForPassword,
  'POST /api/users/email': askedForPassword,
  'DELETE /api/users/me': askedForPassword,
  'POST /api/users/two-factor': askedForPassword,
  'POST /api/users/two-factor/recovery-codes': askedForPassword,
  'POST /api/users/two-factor/end': askedForPassword,
  'POST /api/users/two-factor/confirm': [409, 'two_factor_not_begun'],
  'POST /api/passkeys/options': askedForPassword,
  'POST /api/passkeys': [422, 'invalid_two_factor_cookie'],
  'POST /api/auth/passkey': [422, 'invalid_two_factor_cookie'],
  // Nobody is there.
  'POST /api/imports/grocy': [422, 'fetch_refused'],
  // A preview: nothing of it was brought.
  'POST /api/imports/{importId}/undo': [409, 'import_not_begun'],
  'POST /api/shopping-list/create-instacart-cart': [409, 'instacart_not_set_up'],
  'GET /mcp': [405, 'no_stream'],
  // No name of the example is known to any network.
  'POST /api/recipes/{id}/photo/fetch': [422, 'fetch_refused'],
}

/** A request that is in order: everything optional in the body is filled in, ids are those of `targets`; optional queries stay out. */
export function sampleFor(endpoint: Endpoint, targets: Targets): Sample {
  const values = named()
  const filled = (part: Part): unknown => {
    const schema = schemaOf(endpoint, part)
    return schema ? sampleOf(inputSchema(schema), values) : undefined
  }
  const required = new Set(inputSchema(endpoint.query).required ?? [])
  const needed = Object.entries((filled('query') ?? {}) as object).filter(([name]) => required.has(name))
  const query = { ...Object.fromEntries(needed), ...queries[nameOf(endpoint)] }
  const sample: Sample = { params: (filled('params') ?? {}) as Sample['params'], query, body: filled('body') }
  const withIds = idFieldsOf(endpoint)
    .filter(({ part }) => part !== 'query')
    .reduce((whole, field) => withId(whole, field, targets[field.kind]), sample)
  const exception = exceptions[nameOf(endpoint)]
  return exception ? { ...withIds, body: exception(withIds.body as Record<string, unknown>) } : withIds
}

/** The same request with something else at one of its places. */
export function withId(sample: Sample, { part, path }: Pick<IdField, 'part' | 'path'>, value: unknown): Sample {
  return { ...sample, [part]: put(sample[part], path, value) }
}

export interface Wire {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

const boundary = 'larder-form-boundary'
/** One pixel, as a PNG. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const payloadOf = (name: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
/** A form with one file. */
export const formOf = (name: string, content: Buffer) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  payload: payloadOf(name, content),
})
const collection = Buffer.from(JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['2 onions'] }))
/** Files of forms that are no picture. */
const forms: Record<string, Buffer> = {
  'POST /api/imports': payloadOf('file', Buffer.from('name,quantity\nFlour,2\n')),
  'POST /api/recipes/import-collection': payloadOf('file', collection),
  'POST /api/catalogue/files': payloadOf('dump', Buffer.from('4006381333931\tOats\n')),
}
const pictureForm = payloadOf('image', picture)

/** The request as it goes over the wire, without anybody's token. */
export function wireOf(endpoint: Endpoint, { params, query, body }: Sample, headers: Record<string, string> = {}): Wire {
  const url = addressOf(endpoint.path, params, query)
  if (endpoint.media === 'multipart') {
    return {
      method: endpoint.method,
      url,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
      payload: forms[nameOf(endpoint)] ?? pictureForm,
    }
  }
  if (body === undefined) return { method: endpoint.method, url, headers }
  return { method: endpoint.method, url, headers: { 'content-type': 'application/json', ...headers }, payload: JSON.stringify(body) }
}

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

function fieldKindOf(schema: Json): FieldKind {
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
  return path.length === 0 ? inside : [{ path, kind: fieldKindOf(schema), isNullable, schema }, ...inside]
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
