import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { InviteCode } from '#platform/shared/invite-code.ts'
import { Name } from '#platform/shared/text-schemas.ts'

/** A tablet on the wall that shows and changes a household's food without a person. It acts for the member who paired it. */
export const Tablet = z.object({
  id: z.string(),
  name: z.string(),
  pairedBy: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  pairedAt: z.string(),
  /** Requests fail with 401 from then on; each use puts it off. */
  expiresAt: z.string(),
  /** Updated at most every 10 minutes; null if never used. */
  lastUsedAt: z.string().nullable(),
})
export type Tablet = z.infer<typeof Tablet>

/** Tablets of one household. */
export const maxTablets = 10
/** Eight of 25 characters: 37 bits, for ten minutes. */
export const pairingCodeLength = 8
export const pairingMinutes = 10
/** A tablet ends after as many days without use. */
export const tabletDays = 90

/** `unclaimed`: its code was entered, but the tablet didn't fetch its cookie in time. `unused`: it ended for want of use. */
export function stateOfTablet({ pairedAt, expiresAt }: Pick<Tablet, 'pairedAt' | 'expiresAt'>, now: Date): 'used' | 'unused' | 'unclaimed' {
  const end = Date.parse(expiresAt)
  if (end > now.getTime()) return 'used'
  // Until the cookie is fetched, the tablet ends with its code.
  return end <= Date.parse(pairedAt) + pairingMinutes * 60_000 ? 'unclaimed' : 'unused'
}

const Secret = z.object({ secret: z.string().regex(/^[\w-]{43}$/) }).strict()
const pairingPath = '/api/tablet/pairings'

export const startPairing = endpoint({
  method: 'POST',
  path: pairingPath,
  auth: 'public',
  scope: { crossHousehold: 'keys' },
  summary: 'For a tablet: get a code that a member enters within ten minutes, and a secret to ask whether they did',
  reply: z.object({
    /** As `ACDE-FGHJ`. */
    code: z.string(),
    secret: z.string(),
    expiresAt: z.string(),
  }),
  status: 201,
  perMinute: 6,
})
export const pollPairing = endpoint({
  method: 'POST',
  path: `${pairingPath}/poll`,
  auth: 'public',
  scope: { crossHousehold: 'keys' },
  mode: 'read',
  summary: 'For a tablet: whether its code was entered. 404 once it expired or was claimed',
  body: Secret,
  reply: z.object({ state: z.enum(['waiting', 'confirmed']) }),
  perMinute: 120,
})
export const claimPairing = endpoint({
  method: 'POST',
  path: `${pairingPath}/claim`,
  auth: 'public',
  scope: { foundIn: 'keys' },
  summary: 'For a tablet whose code was entered: get the cookie that opens the household to it, once',
  body: Secret,
  perMinute: 12,
})

/** What a tablet is, and what it shows around the food. */
export const TabletScreen = z.object({
  /** Null for a person, who isn’t a tablet. */
  name: z.string().nullable(),
  household: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
  today: z.string(),
})
export type TabletScreen = z.infer<typeof TabletScreen>
export const getTablet = endpoint({
  method: 'GET',
  path: '/api/tablet',
  auth: 'household',
  tablet: true,
  summary: 'The household of a paired tablet and its day; renews the tablet’s cookie',
  reply: TabletScreen,
})

const ofHousehold = '/api/households/{id}/tablets'
export const listTablets = endpoint({
  method: 'GET',
  path: ofHousehold,
  auth: 'household-in-path',
  role: 'ADMIN',
  summary: 'The household’s paired tablets',
  params: IdParams,
  reply: z.array(Tablet),
})
export const pairTablet = endpoint({
  method: 'POST',
  path: ofHousehold,
  auth: 'household-in-path',
  role: 'ADMIN',
  requiresRecentAuth: true,
  summary: 'Pair the tablet that shows this code; it acts for the caller, as a member at most',
  params: IdParams,
  body: z.object({ code: InviteCode, name: Name(60) }).strict(),
  reply: Tablet,
  status: 201,
  perMinute: 10,
})
export const endTablet = endpoint({
  method: 'DELETE',
  path: `${ofHousehold}/{tabletId}`,
  auth: 'household-in-path',
  role: 'ADMIN',
  summary: 'End a tablet at once, also its open screen',
  params: IdParams.extend({ tabletId: z.uuid() }),
})

const Named = z.object({ pairedId: z.string() })
export const tabletPaired = eventType('tablet.paired', Named)
export const tabletEnded = eventType('tablet.ended', Named)
