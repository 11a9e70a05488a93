import { createHash } from 'node:crypto'
import { listBarcodes } from '#domains/ingredients/server/index.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { RawJson } from '#platform/server/endpoints/serialize.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import { type Cart, type createInstacartCart, nothingForInstacart } from '../../contract/index.ts'
import { buildProductsLinkRequest, itemIdOf, lineItem, measurement, type ProductsLinkRequest } from '../../rules/instacart.ts'
import { type FailureKind, type Instacart, InstacartError } from '../gateway/instacart.ts'
import * as links from '../store/instacart-links.ts'
import { findRows } from '../store/rows.ts'

type CartItems = BodyOf<typeof createInstacartCart>['items']
type Reply = ReplyOf<typeof createInstacartCart>

/** The caller and the database access of one request. No transaction is open while Instacart is called. */
export interface CartCall {
  member: Member
  /** The request's Idempotency-Key header. */
  key: string | null
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  write(scope: Scope, work: (tx: Transaction) => Promise<Reply>): Promise<RawJson>
  writeOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** Exceeds the request timeout: an attempt still pending after this was interrupted. */
const attemptMs = 60_000

const notSetUp = () =>
  conflict(
    'instacart_not_set_up',
    'Instacart isn’t set up on this server: it needs a key from Instacart (INSTACART_API_KEY). You can still export or print the list.',
  )
const nothingToSend = () => new Problem(422, 'instacart_nothing_to_send', nothingForInstacart)
const underWay = () => conflict('instacart_under_way', 'This list is already being sent to Instacart. Try again in a moment.')
const keyReused = () => new Problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.')

const failures: Record<FailureKind, [status: 502 | 503, code: string, sentence: string]> = {
  refused: [502, 'instacart_refused', /*i18n*/ 'Instacart rejected this list. Your list hasn’t changed.'],
  unauthorized: [
    502,
    'instacart_key_refused',
    /*i18n*/ 'Instacart didn’t accept this server’s key. Ask your server admin to renew it. Your list hasn’t changed.',
  ],
  forbidden: [
    502,
    'instacart_not_allowed',
    /*i18n*/ 'This server’s Instacart key isn’t allowed to create lists. Ask your server admin. Your list hasn’t changed.',
  ],
  busy: [503, 'instacart_busy', /*i18n*/ 'Too many Instacart requests right now. Wait a minute and try again. Your list hasn’t changed.'],
  down: [
    502,
    'instacart_down',
    /*i18n*/ 'Instacart isn’t responding properly, so we can’t tell whether the page was created. Try again. Your list hasn’t changed.',
  ],
  silent: [
    502,
    'instacart_no_answer',
    /*i18n*/ 'Instacart didn’t respond in time, so we can’t tell whether the page was created. Try again. Your list hasn’t changed.',
  ],
  changed: [
    502,
    'instacart_changed',
    /*i18n*/ 'Instacart sent an unexpected response. Larder may need an update. Your list hasn’t changed.',
  ],
  elsewhere: [
    502,
    'instacart_link_refused',
    /*i18n*/ 'Instacart sent a link that doesn’t lead to Instacart, so we won’t open it. Your list hasn’t changed.',
  ],
}
const problemOf = (kind: FailureKind, retryAfterSeconds?: number) => {
  const [status, code, sentence] = failures[kind]
  return new Problem(status, code, sentence, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}

/** Failures after which certainly no page was created. */
const notCreated: readonly FailureKind[] = ['refused', 'unauthorized', 'forbidden', 'busy']

/**
 * Creates an Instacart page with these rows, or returns the existing page with the same content. Each Idempotency-Key creates at most one
 * page: if the outcome is unknown, only a request with a new key tries again. Doesn't change the list.
 */
export async function createCart(call: CartCall, instacart: Instacart | null, cartItems: CartItems): Promise<RawJson> {
  const { member, read, write, writeOnce } = call
  const { householdId } = member
  if (!instacart) throw notSetUp()
  const { page, items, unmatched } = await read(householdId, (q) => buildPage(q, householdId, cartItems))
  const attempt: links.LinkRow = {
    household_id: householdId,
    content_hash: createHash('sha256')
      .update(JSON.stringify([instacart.baseUrl, page]))
      .digest('base64url'),
    state: 'asking',
    url: null,
    asked_by: member.userId,
    asked_key: call.key,
    asked_at: member.now.toISOString(),
  }
  const existing = await writeOnce(householdId, (tx) => claimAttempt(tx, member, attempt))
  // Replays the stored response; rejects if the request differs from the original.
  if (existing === 'has_response') return write(householdId, () => Promise.reject(keyReused()))
  const url = existing ?? (await createPage(call, instacart, page, attempt))
  return write(householdId, async () => ({ cart: { url, items, unmatched } }))
}

/** Builds the page from the items that are on the list. Throws `instacart_nothing_to_send` if none is. */
async function buildPage(
  q: Reader,
  householdId: HouseholdId,
  cartItems: CartItems,
): Promise<{ page: ProductsLinkRequest } & Omit<Cart, 'url'>> {
  const ids = new Map(
    cartItems.flatMap(({ productId }) => (itemIdOf(productId) === null ? [] : [[productId, itemIdOf(productId) ?? ''] as const])),
  )
  const rows = new Map((await findRows(q, householdId, [...new Set(ids.values())])).map((row) => [row.id, row]))
  const rowOf = ({ productId }: CartItems[number]) => {
    const row = rows.get(ids.get(productId) ?? '')
    return row?.state === 'listed' ? row : null
  }
  const codes = Map.groupBy(await listBarcodes(q, householdId), (barcode) => barcode.ingredient_id)
  const known = cartItems.flatMap((item) => {
    const row = rowOf(item)
    return row ? [{ ...item, name: row.name, codes: (codes.get(row.ingredient_id ?? '') ?? []).map(({ code }) => code) }] : []
  })
  if (known.length === 0) throw nothingToSend()
  return {
    page: buildProductsLinkRequest(known.map(({ name, quantity, unit, codes }) => lineItem(name, quantity, unit, codes))),
    items: known.map(({ productId, name, quantity, unit }) => ({ productId, name, ...measurement(quantity, unit) })),
    unmatched: cartItems.filter((item) => rowOf(item) === null).map(({ productId }) => productId),
  }
}

/**
 * Returns the URL of an existing page, null if this request should create one, or `has_response` if its key already has one for an earlier list.
 * Throws `instacart_under_way` if another request is creating it, and `instacart_no_answer` if this key already tried with unknown outcome.
 */
async function claimAttempt(tx: Transaction, member: Member, attempt: links.LinkRow): Promise<string | 'has_response' | null> {
  const { householdId, userId, now } = member
  const { asked_key: key, content_hash: hash } = attempt
  const before = key === null ? undefined : await links.findLinkByIdempotencyKey(tx, householdId, userId, key)
  if (before && before.content_hash !== hash) {
    if (before.state === 'ready') return 'has_response'
    throw keyReused()
  }
  const known = await links.findInstacartLink(tx, householdId, hash)
  if (known?.url) return known.url
  if (known?.state === 'asking' && now.getTime() - Date.parse(known.asked_at) < attemptMs) throw underWay()
  if (known && before) throw problemOf('silent')
  await links.putLink(tx, attempt)
  return null
}

async function createPage(
  { member, writeOnce }: CartCall,
  instacart: Instacart,
  page: ProductsLinkRequest,
  attempt: links.LinkRow,
): Promise<string> {
  try {
    const url = await instacart.createPage(page)
    // Store the URL before responding, so that a retry doesn't create a second page.
    await writeOnce(member.householdId, (tx) => links.endAttempt(tx, attempt, { state: 'ready', url }))
    return url
  } catch (error) {
    if (!(error instanceof InstacartError)) throw error
    await writeOnce(member.householdId, async (tx) => {
      if (notCreated.includes(error.kind)) await links.dropAttempt(tx, attempt)
      else await links.endAttempt(tx, attempt, { state: 'unknown', url: null })
    })
    throw problemOf(error.kind, error.retryAfterSeconds)
  }
}
