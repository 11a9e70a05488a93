import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { TabletScreen } from '../../contract/tablets.ts'
import { nameOfHousehold } from '../store/index.ts'
import { tabletNamesOf } from '../store/tablets.ts'

/** The cookie with which a tablet proves itself. Browsers keep it for 400 days at most; each visit renews it. */
export interface TabletCookie {
  /** Tied to this host if the server is reached by https. */
  readonly name: string
  /** Returns the `Set-Cookie` that stores a secret. */
  write(secret: string): string
}

export const tabletCookie = (isSecure: boolean): TabletCookie => {
  const name = isSecure ? '__Host-larder-tablet' : 'larder-tablet'
  const scope = isSecure ? 'Path=/; Secure' : 'Path=/api'
  return { name, write: (secret) => `${name}=${secret}; Max-Age=${400 * 86_400}; ${scope}; HttpOnly; SameSite=Strict` }
}

/** Returns what a tablet shows around the food. */
export async function readTabletScreen(q: Reader, { householdId, tabletId, timeZone, today }: Member): Promise<TabletScreen> {
  const names = await tabletNamesOf(q, householdId, tabletId === undefined ? [] : [tabletId])
  return {
    name: tabletId === undefined ? null : (names.get(tabletId) ?? ''),
    household: { id: householdId, name: await nameOfHousehold(q, householdId), timeZone },
    today,
  }
}
