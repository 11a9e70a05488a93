import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { addressOf } from './http-client.ts'

/** One row of every kind that a request can reference. */
export interface Targets {
  household: string
  /** A member's user id. */
  person: string
  lot: string
  /** Has a picture. */
  ingredient: string
  /** An ingredient without stock, which may be removed. */
  unusedIngredient: string
  /** Number of a change that can be undone. */
  change: number
  inviteCode: string
  /** A checked item of the shopping list. */
  listItem: string
  alert: string
  notification: string
  /** A recipe with a photo. */
  recipe: string
  /** A planned meal of that recipe. */
  planEntry: string
  /** A time that that recipe was made. */
  cooking: string
  store: string
  /** A guest without an account. */
  guest: string
  /** A place with a picture. */
  place: string
  /** A shopping list beside the default one; it is empty. */
  list: string
  /** Something that the list adds again after an interval. */
  recurring: string
  /** The owner's shopping trip. */
  trip: string
  /** Items that are put on a list together. */
  bundle: string
  /** The code of a printed label, and the sheet that it was printed with. */
  label: string
  labelSheet: string
  /** A link to that recipe that hasn't ended. */
  recipeLink: string
  /** A cookbook with that recipe, and a link to it that hasn't ended. */
  cookbook: string
  cookbookLink: string
  /** A guest link to the shopping list that hasn't ended. */
  guestLink: string
  /** A browser's push subscription. */
  device: string
  messageTarget: string
  /** A paired tablet. */
  tablet: string
  /** A circle the household is linked to, with all its members as admins. */
  circle: string
  circleCode: string
  /** User id of another member of the circle. */
  circleMember: string
  /** User id of a person who requested to join the circle. */
  asker: string
  /** An unused invitation. */
  circleInvite: string
  /** A public circle of strangers. */
  openCircle: string
  /** Another session of the caller. */
  session: string
  avatar: string
  /** A passkey of the caller. */
  passkey: string
  /** Id of an access token of the caller. */
  token: string
  webhook: string
  /** An import preview. */
  import: string
  /** A lot shared by a neighbor. */
  peerLot: string
  /** A neighbor's pending request to the household. */
  request: string
  /** A neighbor's offer, and the household's own. */
  peerOffer: string
  ownOffer: string
  /** A debt of a neighbor. */
  debt: string
  /** A link with a household on another server, which must still accept. */
  link: string
}
export type TargetKind = keyof Targets

/** A request's parts, named as in the contract. */
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
  parentId: 'unusedIngredient',
  inventoryItemId: 'lot',
  lotId: 'lot',
  recipeId: 'recipe',
  storeId: 'store',
  listId: 'list',
  planEntryId: 'planEntry',
  seq: 'change',
  inviteCode: 'inviteCode',
  tokenId: 'token',
  tabletId: 'tablet',
  webhookId: 'webhook',
  inviteId: 'circleInvite',
  circleId: 'circle',
  importId: 'import',
}
/** The kind of `{id}` in a path, by the noun before it. */
const kindsByNoun: Record<string, TargetKind> = {
  households: 'household',
  inventory: 'lot',
  ingredients: 'ingredient',
  'shopping-list': 'listItem',
  alerts: 'alert',
  notifications: 'notification',
  recipes: 'recipe',
  'meal-plan': 'planEntry',
  cookings: 'cooking',
  stores: 'store',
  eaters: 'guest',
  'food-contents': 'ingredient',
  places: 'place',
  labels: 'label',
  'label-sheets': 'labelSheet',
  'recipe-links': 'recipeLink',
  cookbooks: 'cookbook',
  'cookbook-links': 'cookbookLink',
  'guest-links': 'guestLink',
  'guest-list': 'listItem',
  'push-devices': 'device',
  'message-targets': 'messageTarget',
  circles: 'circle',
  sessions: 'session',
  avatars: 'avatar',
  passkeys: 'passkey',
  borrow: 'request',
  links: 'link',
}
/** The kind where neither the name nor the noun is enough. */
const kindsByField: Record<string, TargetKind> = {
  'GET /api/shopping-list list': 'list',
  'GET /api/shopping-list/export list': 'list',
  'GET /api/shopping-list/guest-links list': 'list',
  'GET /api/shopping-list/put-away list': 'list',
  'PATCH /api/shopping-list/bundles/{id} id': 'bundle',
  'DELETE /api/shopping-list/bundles/{id} id': 'bundle',
  'PATCH /api/shopping-list/lists/{id} id': 'list',
  'DELETE /api/shopping-list/lists/{id} id': 'list',
  'POST /api/shopping-list/recurring itemId': 'listItem',
  'PATCH /api/shopping-list/recurring/{id} id': 'recurring',
  'DELETE /api/shopping-list/recurring/{id} id': 'recurring',
  'PATCH /api/shopping-list/trips/{id} id': 'trip',
  'DELETE /api/shopping-list/trips/{id} id': 'trip',
  'PUT /api/meal-eaters eaterIds.0': 'guest',
  'GET /api/recipes cookbookId': 'cookbook',
  'POST /api/cookbooks recipeIds.0': 'recipe',
  'PUT /api/cookbooks/{id}/recipes recipeIds.0': 'recipe',
  'PUT /api/cookbook-order cookbookIds.0': 'cookbook',
  'GET /api/shared-cookbook recipe': 'recipe',
  'GET /api/shared-cookbook/photo recipe': 'recipe',
  'POST /api/shopping-list storeIds.0': 'store',
  'PUT /api/shopping-list/{id} storeIds.0': 'store',
  'POST /api/shopping-list/clear-checked ids.0': 'listItem',
  'POST /api/shopping-list/put-away items.0.id': 'listItem',
  'DELETE /api/ingredients/{id} id': 'unusedIngredient',
  'POST /api/ingredients/{id}/merge ingredientId': 'unusedIngredient',
  'POST /api/inventory/share ids.0': 'lot',
  'POST /api/inventory/bulk ids.0': 'lot',
  'POST /api/ingredients/bulk ids.0': 'ingredient',
  'POST /api/alerts/snooze alertIds.0': 'alert',
  'POST /api/alerts/reopen alertIds.0': 'alert',
  'POST /api/borrow inventoryItemId': 'peerLot',
  'POST /api/offers/{id}/take id': 'peerOffer',
  'DELETE /api/offers/{id} id': 'ownOffer',
  'POST /api/debts/settle ids.0': 'debt',
  'POST /api/circles/join code': 'circleCode',
  'POST /api/circles/invite-preview code': 'circleCode',
  'POST /api/circles/{id}/asks id': 'openCircle',
  'POST /api/circles/{id}/asks/{userId} userId': 'asker',
  'DELETE /api/circles/{id}/asks/{userId} userId': 'asker',
  'DELETE /api/admin/users/{userId}/sessions userId': 'asker',
  'PATCH /api/circles/{id}/members/{userId} userId': 'circleMember',
  'DELETE /api/circles/{id}/members/{userId} userId': 'circleMember',
}
/** Kinds that anyone may reference: codes, and public rows. */
export const publicKinds: readonly TargetKind[] = ['inviteCode', 'circleCode', 'openCircle']

function targetKindOf(endpoint: Endpoint, part: Part, path: Field['path']): TargetKind | null {
  const name = String(path.at(-1))
  const known = kindsByField[`${nameOf(endpoint)} ${path.join('.')}`] ?? kindsByName[name]
  if (known) return known
  if (part !== 'params' || name !== 'id') return null
  const noun = endpoint.path.split('/')[2] ?? ''
  const kind = kindsByNoun[noun]
  if (!kind) throw new Error(`${nameOf(endpoint)}: what {id} is must be said in tests/support/server/requests.ts`)
  return kind
}

const parts: Part[] = ['params', 'query', 'body']
const schemaOf = (endpoint: Endpoint, part: Part) => (part === 'body' ? endpoint.body : endpoint[part])

/** Returns every field of a request, with the part it is in. */
export function requestFieldsOf(endpoint: Endpoint): (Field & { part: Part })[] {
  return parts.flatMap((part) => {
    const schema = schemaOf(endpoint, part)
    return schema ? fieldsOf(inputSchema(schema)).map((field) => ({ ...field, part })) : []
  })
}

/** Ids in bodies that the client creates, and those that are only noted; `ids` elsewhere references rows. */
const clientIds = new Set([
  'id',
  'entries.0.id',
  'leftovers.id',
  'moreLeftovers.0.id',
  'cookingId',
  'places.0.id',
  'POST /api/recipes/{id}/add-missing ids.0',
  // May be of an ingredient that was deleted or a household that was left since.
  'PUT /api/notification-settings mutedIngredients.0',
  // May have been deleted since it was proposed.
  'POST /api/meal-plan/propose exclude.0',
])

/** Returns every field that references an existing row, so without ids created by the client. */
export function idFieldsOf(endpoint: Endpoint): IdField[] {
  return requestFieldsOf(endpoint).flatMap(({ part, path, kind }) => {
    const target = targetKindOf(endpoint, part, path)
    if (target) return [{ part, path, kind: target }]
    const place = path.join('.')
    if (kind !== 'id' || (part === 'body' && (clientIds.has(place) || clientIds.has(`${nameOf(endpoint)} ${place}`)))) return []
    throw new Error(`${nameOf(endpoint)}: what ${place} names must be said in tests/support/server/requests.ts`)
  })
}

/** False for the task list's routes, which read and write text: `tests/access/task-list.test.ts` sends their requests. */
export const speaksJson = ({ media }: Endpoint): boolean => media !== 'dav'

let count = 0
// A day that can be planned for in every time zone.
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
  provider: 'no-provider',
  url: 'https://127.0.0.1:9/nobody-there',
  redirectTo: '/reset-password',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  region: 'DE',
  expirationDate: '2031-05-04',
  cookedOn: '2026-01-05',
  date: planDay,
  dates: [planDay],
  startDate: '2025-01-01',
  endDate: '2199-12-31',
  expiresAt: '2031-05-04T12:00:00.000Z',
  address: 'http://127.0.0.1:9/nobody-there',
  server: 'http://127.0.0.1:9',
  topic: 'no-topic-of-ours',
  key: 'no-key-of-theirs',
  sourceUrl: 'https://recipes.example/soup',
  imageUrl: 'https://recipes.example/soup.jpg',
  barcode: '4006381333931',
  code: '4006381333931',
  // A point on the curve; push services check only this.
  endpoint: 'https://none.push.services.mozilla.com/sample',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  begin: '22:00',
  end: '07:00',
})

/** Fields that depend on each other, which the schema doesn't express. */
const exceptions: Record<string, (body: Record<string, unknown>) => unknown> = {
  'POST /api/inventory': ({ ingredient: _ingredient, id: _id, ...body }) => body,
  'POST /api/inventory/{id}/split': ({ id: _id, ...body }) => body,
  'POST /api/ingredients': ({ id: _id, ...body }) => body,
  'POST /api/shopping-list': ({ id: _id, ingredientId: _ingredient, ...body }) => body,
  'POST /api/guest-list/rows': ({ id: _id, ...body }) => body,
  'POST /api/shopping-list/lists': ({ id: _id, ...body }) => body,
  'POST /api/shopping-list/recurring': ({ id: _id, ...body }) => body,
  'POST /api/shopping-list/trips': ({ id: _id, startedAt: _startedAt, ...body }) => body,
  'POST /api/shopping-list/bundles': ({ id: _id, ...body }) => body,
  'POST /api/federation/join': () => ({ message: 'aaaa.bbbb.cccc' }),
  'POST /api/federation/messages': () => ({ message: 'aaaa.bbbb.cccc' }),
  'POST /api/label-sheets': ({ id: _id, ...body }) => body,
  // It is on an item or marks a location.
  'PUT /api/labels/{id}': ({ lotId }) => ({ lotId }),
  'POST /api/stores': ({ id: _id, ...body }) => body,
  'POST /api/eaters': ({ id: _id, ...body }) => body,
  // Nothing is in it and not in it.
  'PUT /api/food-contents/{id}': ({ contains }) => ({ contains, without: [] }),
  // Other locations would remove the household's places.
  'PATCH /api/households/{id}': ({ locations: _locations, ...body }) => body,
  'POST /api/places': ({ id: _id, from: _from, ...body }) => body,
  'PUT /api/place-order': ({ places }) => ({ places: (places as object[]).map((place) => ({ ...place, id: undefined })) }),
  'POST /api/recipes': ({ id: _id, ...body }) => body,
  'POST /api/recipes/{id}/cookings': ({ id: _id, ...body }) => body,
  'POST /api/cookbooks': ({ id: _id, ...body }) => body,
  // Each is one of a recipe, an item, an ingredient and a text. Copies of what is gone are left out.
  'PUT /api/meal-plan': ({ entries }) => ({
    entries: (entries as object[]).map((entry) => ({ ...entry, id: undefined, text: undefined, copiedFrom: undefined })),
  }),
  'POST /api/meal-plan/{id}/repeat': ({ everyWeeks }) => ({ everyWeeks }),
  'POST /api/recipes/{id}/cook': ({ leftovers, moreLeftovers, cookingId: _id, ...body }) => ({
    ...body,
    leftovers: { ...(leftovers as object), id: undefined },
    moreLeftovers: (moreLeftovers as object[]).map((one) => ({ ...one, id: undefined })),
  }),
  'POST /api/recipes/{id}/add-missing': (body) => ({ ...body, ids: [randomUUID()] }),
  'PUT /api/notification-settings': (body) => ({ ...body, mutedIngredients: [randomUUID()] }),
  'POST /api/meal-plan/propose': ({ dates, fixed }) => ({ dates, fixed, maxMissing: 20 }),
  'POST /api/meal-plan/add-missing': ({ listId }) => ({ listId }),
  'POST /api/catalogue/imports': () => ({ file: 'products.tsv' }),
  'POST /api/recipes/import': () => ({ text: 'Soup\nIngredients\n2 onions\nMethod\nSimmer.' }),
  // Locks out no one of the seeded households.
  'PATCH /api/admin/users/{userId}': () => ({ isLocked: false }),
  // Either is enough.
  'POST /api/users/reauthenticate': ({ password }) => ({ password }),
  'POST /api/commands': ({ action }) => ({ action, text: 'two pears' }),
  'POST /api/auth/sign-up/email': ({ inviteCode: _code, ...body }) => body,
}

/** Queries without which a route finds nothing. */
const queries: Record<string, Record<string, unknown>> = {
  'GET /api/foods': { search: 'milk' },
  'GET /api/circles/public': { name: 'open table' },
  'GET /api/inventory/shareable/search': { name: 'beans' },
}

// Seeded people have no password.
const wrongPassword: [status: number, code: string] = [422, 'wrong_password']
/** The response of routes that aren't set up in tests, instead of the contract's success. */
export const notSetUp: Record<string, [status: number, code: string]> = {
  // It isn't deleted.
  'POST /api/households/{id}/restore': [404, 'not_found'],
  'POST /api/users/reauthenticate': wrongPassword,
  'POST /api/users/password': wrongPassword,
  'POST /api/users/email': wrongPassword,
  'DELETE /api/users/me': wrongPassword,
  'POST /api/users/two-factor': wrongPassword,
  'POST /api/users/two-factor/recovery-codes': wrongPassword,
  'POST /api/users/two-factor/end': wrongPassword,
  'POST /api/users/two-factor/confirm': [409, 'two_factor_not_begun'],
  'POST /api/passkeys/options': wrongPassword,
  'POST /api/passkeys': [422, 'invalid_two_factor_cookie'],
  'POST /api/auth/passkey': [422, 'invalid_two_factor_cookie'],
  // The server has no sign-in provider.
  'POST /api/auth/providers/{provider}/start': [404, 'not_found'],
  'POST /api/auth/providers/{provider}/end-session': [404, 'not_found'],
  'GET /api/auth/providers/{provider}/callback': [303, ''],
  'POST /api/auth/providers/session': [422, 'provider_expired'],
  'POST /api/auth/connected-providers/{provider}/start': [404, 'not_found'],
  'POST /api/auth/connected-providers': [422, 'provider_expired'],
  'DELETE /api/auth/connected-providers/{provider}': [404, 'not_found'],
  // No tablet shows the code.
  'POST /api/households/{id}/tablets': [422, 'unknown_code'],
  // The planned meal is a recipe.
  'POST /api/meal-plan/{id}/eat': [404, 'not_found'],
  // The server has no broker.
  'PUT /api/households/{id}/home-assistant': [409, 'no_broker'],
  // No server is there.
  'POST /api/imports/grocy': [422, 'fetch_refused'],
  // The server doesn't link with others, and no other server sends messages.
  'POST /api/links': [409, 'links_off'],
  'POST /api/links/join': [409, 'links_off'],
  'POST /api/links/{id}/confirm': [409, 'links_off'],
  'POST /api/federation/join': [404, 'not_found'],
  'POST /api/federation/messages': [404, 'not_found'],
  // The import is a preview, so nothing was imported.
  'POST /api/imports/{importId}/undo': [409, 'import_not_begun'],
  'POST /api/shopping-list/create-instacart-cart': [409, 'instacart_not_set_up'],
  'GET /mcp': [405, 'no_stream'],
  // The example's host name doesn't exist.
  'POST /api/recipes/{id}/photo/fetch': [422, 'fetch_refused'],
}

/** Returns a valid request with every optional field of the body, without optional queries, and with the ids of `targets`. */
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
    .reduce((root, field) => withId(root, field, targets[field.kind]), sample)
  const exception = exceptions[nameOf(endpoint)]
  return exception ? { ...withIds, body: exception(withIds.body as Record<string, unknown>) } : withIds
}

/** Fields of which an entry of the plan has one. */
const planKinds = ['recipeId', 'inventoryItemId', 'ingredientId']

function withoutAlternatives(root: unknown, path: Field['path']): unknown {
  const isPlanned = (path[0] === 'entries' || path[0] === 'fixed') && planKinds.includes(String(path.at(-1)))
  const others = isPlanned ? planKinds.filter((kind) => kind !== path.at(-1)) : []
  return others.reduce((whole, kind) => put(whole, [...path.slice(0, -1), kind], undefined), root)
}

/** Returns the request with another value in one field, and without its alternatives. */
export function withId(sample: Sample, { part, path }: Pick<IdField, 'part' | 'path'>, value: unknown): Sample {
  return { ...sample, [part]: put(withoutAlternatives(sample[part], path), path, value) }
}

export interface Wire {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

const boundary = 'larder-form-boundary'
/** A PNG of one pixel. */
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
/** Returns a multipart form with one file. */
export const formOf = (name: string, content: Buffer) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  payload: payloadOf(name, content),
})
const collection = Buffer.from(JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['2 onions'] }))
/** Files of forms that aren't pictures. */
const forms: Record<string, Buffer> = {
  'POST /api/imports': payloadOf('file', Buffer.from('name,quantity\nFlour,2\n')),
  'POST /api/recipes/preview-collection': payloadOf('file', collection),
  'POST /api/recipes/import-collection': payloadOf('file', collection),
  'POST /api/catalogue/files': payloadOf('dump', Buffer.from('4006381333931\tOats\n')),
}
const pictureForm = payloadOf('image', picture)

/** Returns the HTTP request, without a token. */
export function httpRequestOf(endpoint: Endpoint, { params, query, body }: Sample, headers: Record<string, string> = {}): Wire {
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

/** The subset of JSON Schema that contracts use. */
export interface Json {
  type?: string
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: boolean | Json
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
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

/** Returns the JSON Schema of accepted input. */
export const inputSchema = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

type FieldKind = 'text' | 'number' | 'integer' | 'id' | 'date' | 'digits' | 'choice' | 'boolean' | 'list' | 'object'

/** A field of a body, query or path. */
export interface Field {
  /** 0 stands for the items of a list. */
  path: (string | number)[]
  kind: FieldKind
  isNullable: boolean
  schema: Json
}

/** Returns a schema without the null it allows, and the first of several alternatives. */
export function withoutNull(schema: Json): { schema: Json; isNullable: boolean } {
  const options = schema.anyOf ?? schema.oneOf
  if (!options) return { schema, isNullable: schema.type === 'null' }
  const rest = options.filter((option) => option.type !== 'null')
  return { schema: rest[0] ?? schema, isNullable: rest.length < options.length }
}

function fieldKindOf(schema: Json): FieldKind {
  if (schema.enum || schema.const !== undefined || schema.type === 'null') return 'choice'
  if (schema.properties) return 'object'
  if (schema.type === 'array') return 'list'
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return schema.type
  if (schema.format === 'uuid') return 'id'
  if (schema.pattern?.includes('-\\d\\d-\\d\\d')) return 'date'
  return schema.pattern?.startsWith('^\\d') ? 'digits' : 'text'
}

/** Returns every field of a schema, each container before its content. */
function fieldsOf(root: Json, path: Field['path'] = []): Field[] {
  const { schema, isNullable } = withoutNull(root)
  const parts: Json[] = [schema, ...(schema.allOf ?? [])]
  const inside = parts.flatMap((part) => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, property]) => fieldsOf(property, [...path, name])),
    ...(part.items ? fieldsOf(part.items, [...path, 0]) : []),
  ])
  return path.length === 0 ? inside : [{ path, kind: fieldKindOf(schema), isNullable, schema }, ...inside]
}

/** Returns a copy of `root` with `value` at `path`. Creates missing containers. */
function put(root: unknown, path: Field['path'], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const base = root as Record<string | number, unknown> | undefined
  const next = put(base?.[step], rest, value)
  if (typeof step === 'number') return Object.assign([...((root as unknown[] | undefined) ?? [])], { [step]: next })
  return { ...base, [step]: next }
}

/** Returns the value at `path`, or undefined if the path ends earlier. */
export function at(root: unknown, path: Field['path']): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | null | undefined)?.[step], root)
}

/** Returns a value the schema accepts, with every optional field. `named` has values by field name. */
export function sampleOf(root: Json, named: Record<string, unknown>, name = ''): unknown {
  if (Object.hasOwn(named, name)) return named[name]
  const { schema } = withoutNull(root)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([key, inner]) => [key, sampleOf(inner, named, key)]))
  if (schema.items) return [sampleOf(schema.items, named, name)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'null') return null
  if (schema.type === 'string') return 'Some text'
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], named, name)
  throw new Error(`no sample for ${name}: ${JSON.stringify(schema)}`)
}
