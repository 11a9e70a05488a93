import { type Entered, enter } from '../server/http-client.ts'

/** Somebody with an account, and what they do by the bare API: from another device that is always online. */
export interface Shopper {
  readonly email: string
  readonly token: string
  readonly userId: string
  household: string
  ask<R = unknown>(method: string, path: string, body?: unknown): Promise<R>
}

/** A new account. */
export const signUp = async (url: string, firstName: string): Promise<Shopper> =>
  shopperOf(url, await enter(url, { firstName, lastName: 'Cook' }), '')

/** Another session of somebody who has an account, in their household. */
export const signInAgain = async (url: string, { email, household }: Shopper): Promise<Shopper> =>
  shopperOf(url, await enter(url, { email }), household)

function shopperOf(url: string, { email, userId, token }: Entered, household: string): Shopper {
  const shopper: Shopper = {
    email,
    token,
    userId,
    household,
    async ask<R>(method: string, path: string, sent?: unknown) {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(shopper.household === '' ? {} : { 'x-household-id': shopper.household }),
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as R
    },
  }
  return shopper
}

/** A household of these people; the first is its owner. */
export async function shareHousehold(owner: Shopper, ...others: Shopper[]): Promise<void> {
  const household = await owner.ask<{ id: string; inviteCode: string }>('POST', '/api/households', { name: 'Elm Street 5' })
  for (const other of others) await other.ask('POST', '/api/households/join', { inviteCode: household.inviteCode })
  for (const member of [owner, ...others]) member.household = household.id
}
