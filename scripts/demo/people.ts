import { z } from 'zod'
import type { AppServer } from '#app/compose.ts'
import { changePreferences, defaultPreferences, signUp } from '#domains/account/contract/index.ts'
import { createInternalClient, type InternalClient } from '#platform/server/http/internal-client.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'

export const password = 'purple kettle 42'

/** A demo user, who sends requests like the screens do. */
export interface Guest {
  readonly language: Language
  readonly userId: UserId
  readonly email: string
  /** The session's token. */
  readonly token: string
  /** Returns a client for their own data, or for one of their households. */
  ask(householdId?: string): InternalClient
}

/** Signs a person up, with metric units. */
export async function signUpGuest({ app }: AppServer, firstName: string, lastName: string, language: Language = 'en'): Promise<Guest> {
  const email = `${firstName.toLowerCase()}@larder.example`
  const answer = await app.inject({
    method: signUp.method,
    url: signUp.path,
    headers: { 'content-type': 'application/json', 'accept-language': language },
    payload: JSON.stringify({ email, password, name: `${firstName} ${lastName}`, firstName, lastName }),
  })
  const token = answer.headers['set-auth-token']
  if (answer.statusCode !== 200 || typeof token !== 'string') throw new Error(`Signing up ${email} did not work: ${answer.payload}`)
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const guest: Guest = {
    language,
    userId: z.object({ user: z.object({ id: z.string() }) }).parse(JSON.parse(answer.payload)).user.id as UserId,
    email,
    token,
    ask: (householdId) =>
      createInternalClient(app, { ...headers, ...(householdId === undefined ? {} : { 'x-household-id': householdId }) }),
  }
  const { mass, volume, ...unitDisplay } = defaultPreferences.unitDisplay
  const metric = {
    ...unitDisplay,
    regional: 'metric',
    mass: { ...mass, preferred: 'g' },
    volume: { ...volume, preferred: 'ml' },
    autoConvert: false,
  } as const
  await guest.ask()(changePreferences, {
    body: { preferences: { ...defaultPreferences, massUnit: 'g', volumeUnit: 'ml', unitDisplay: metric } },
  })
  return guest
}
