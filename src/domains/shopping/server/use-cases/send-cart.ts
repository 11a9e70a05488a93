import { createHash } from 'node:crypto'
import { listBarcodes } from '#domains/ingredients/server/index.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { RawJson } from '#platform/server/endpoints/serialize.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import { type Cart, type createInstacartCart, nothingForInstacart } from '../../contract/index.ts'
import { itemIdOf, lineItem, measurement, type ProductsLink, productsLink } from '../../rules/instacart.ts'
import { type Instacart, InstacartTrouble, type TroubleKind } from '../gateway.ts'
import * as links from '../store/links.ts'
import { findRows } from '../store/rows.ts'

type Asked = BodyOf<typeof createInstacartCart>['items']
type Reply = ReplyOf<typeof createInstacartCart>

/** The member who asks, and their ways to the database. No transaction is open while Instacart is asked. */
export interface CartCall {
  member: Member
  /** The request's Idempotency-Key. */
  key: string | null
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  write(scope: Scope, work: (tx: Transaction) => Promise<Reply>): Promise<RawJson>
  note<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** Longer than any answer is waited for: an attempt that is still open then was cut off. */
const attemptMs = 60_000

const notSetUp = () =>
  conflict(
    'instacart_not_set_up',
    'Instacart isn’t set up on this server: it needs a key from Instacart (INSTACART_API_KEY). You can still export or print the list.',
  )
const nothingKnown = () => new Problem(422, 'instacart_nothing_to_send', nothingForInstacart)
const underWay = () => conflict('instacart_under_way', 'This list is already being sent to Instacart. Try again in a moment.')
const keyReused = () => new Problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.')

/** What went wrong there, for a cook. The list is never touched. */
const troubles: Record<TroubleKind, [status: 502 | 503, code: string, sentence: string]> = {
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
const problemOf = (kind: TroubleKind, retryAfterSeconds?: number) => {
  const [status, code, sentence] = troubles[kind]
  return new Problem(status, code, sentence, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}

/** Of these it is known that nothing was made. */
const surelyNothing: readonly TroubleKind[] = ['refused', 'unauthorized', 'forbidden', 'busy']

/**
 * A page at Instacart with these rows. The same content gives the same page; one request makes at most one, and an attempt whose end
 * nobody knows is repeated only when a person asks again, never by a repeated request. The list itself is not touched.
 */
export async function createCart(call: CartCall, instacart: Instacart | null, asked: Asked): Promise<RawJson> {
  const { member, read, write, note } = call
  const { householdId } = member
  if (!instacart) throw notSetUp()
  const { page, items, unmatched } = await read(householdId, (q) => pageOf(q, householdId, asked))
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
  const kept = await note(householdId, (tx) => takeAttempt(tx, member, attempt))
  if (kept === 'answered') return write(householdId, () => Promise.reject(keyReused()))
  const url = kept ?? (await ask(call, instacart, page, attempt))
  return write(householdId, async () => ({ cart: { url, items, unmatched } }))
}

/** The page's content, what of it is on the list, and the handles that are not. */
async function pageOf(q: Reader, householdId: HouseholdId, asked: Asked): Promise<{ page: ProductsLink } & Omit<Cart, 'url'>> {
  const ids = new Map(
    asked.flatMap(({ productId }) => (itemIdOf(productId) === null ? [] : [[productId, itemIdOf(productId) ?? ''] as const])),
  )
  const rows = new Map((await findRows(q, householdId, [...new Set(ids.values())])).map((row) => [row.id, row]))
  const rowOf = ({ productId }: Asked[number]) => {
    const row = rows.get(ids.get(productId) ?? '')
    return row?.state === 'listed' ? row : null
  }
  const codes = Map.groupBy(await listBarcodes(q, householdId), (barcode) => barcode.ingredient_id)
  const known = asked.flatMap((item) => {
    const row = rowOf(item)
    return row ? [{ ...item, name: row.name, codes: (codes.get(row.ingredient_id ?? '') ?? []).map(({ code }) => code) }] : []
  })
  if (known.length === 0) throw nothingKnown()
  return {
    page: productsLink(known.map(({ name, quantity, unit, codes }) => lineItem(name, quantity, unit, codes))),
    items: known.map(({ productId, name, quantity, unit }) => ({ productId, name, ...measurement(quantity, unit) })),
    unmatched: asked.filter((item) => rowOf(item) === null).map(({ productId }) => productId),
  }
}

/**
 * Answers the page's address where it is known, null where this request is to ask for it, and `answered` where its key has its answer
 * already. Throws where somebody else is asking, or where this very request asked before and its end is not known.
 */
async function takeAttempt(tx: Transaction, member: Member, attempt: links.LinkRow): Promise<string | 'answered' | null> {
  const { householdId, userId, now } = member
  const { asked_key: key, content_hash: hash } = attempt
  const before = key === null ? undefined : await links.findByKey(tx, householdId, userId, key)
  if (before && before.content_hash !== hash) {
    if (before.state === 'ready') return 'answered'
    throw keyReused()
  }
  const known = await links.findLink(tx, householdId, hash)
  if (known?.url) return known.url
  if (known?.state === 'asking' && now.getTime() - Date.parse(known.asked_at) < attemptMs) throw underWay()
  if (known && before) throw problemOf('silent')
  await links.putLink(tx, attempt)
  return null
}

async function ask({ member, note }: CartCall, instacart: Instacart, page: ProductsLink, attempt: links.LinkRow): Promise<string> {
  try {
    const url = await instacart.createPage(page)
    // Kept before it is answered, so that it is never asked for twice.
    await note(member.householdId, (tx) => links.endAttempt(tx, attempt, { state: 'ready', url }))
    return url
  } catch (error) {
    if (!(error instanceof InstacartTrouble)) throw error
    await note(member.householdId, async (tx) => {
      if (surelyNothing.includes(error.kind)) await links.dropAttempt(tx, attempt)
      else await links.endAttempt(tx, attempt, { state: 'unknown', url: null })
    })
    throw problemOf(error.kind, error.retryAfterSeconds)
  }
}
