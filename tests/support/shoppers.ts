/** Somebody with an account, and what they do by the bare API: from another device that is always online. */
export interface Shopper {
  readonly email: string
  readonly token: string
  readonly userId: string
  household: string
  ask<R = unknown>(method: string, path: string, body?: unknown): Promise<R>
}

let people = 0
export const password = 'purple kettle 42'

/** A new account. */
export function signUp(url: string, firstName: string): Promise<Shopper> {
  people += 1
  const email = `${firstName.toLowerCase()}-${process.pid}-${people}@example.org`
  return enter(url, 'sign-up', { email, password, name: `${firstName} Cook`, firstName, lastName: 'Cook' })
}

/** Another session of somebody who has an account, in their household. */
export async function signInAgain(url: string, { email, household }: Shopper): Promise<Shopper> {
  const shopper = await enter(url, 'sign-in', { email, password })
  shopper.household = household
  return shopper
}

async function enter(url: string, way: 'sign-up' | 'sign-in', body: { email: string; [field: string]: string }): Promise<Shopper> {
  const answer = await fetch(`${url}/api/auth/${way}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const token = answer.headers.get('set-auth-token')
  if (!token) throw new Error(`${way} answered ${answer.status}: ${await answer.text()}`)
  const { user } = (await answer.json()) as { user: { id: string } }
  const shopper: Shopper = {
    email: body.email,
    token,
    userId: user.id,
    household: '',
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
