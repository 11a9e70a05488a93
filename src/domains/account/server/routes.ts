import type { FastifyRequest } from 'fastify'
import { Problem } from '#platform/contract/problem.ts'
import { type Route, serveFree, serveRead, serveWrite } from '#platform/server/serve/call.ts'
import { bearerOf } from '#platform/server/serve/door.ts'
import { ReadyJson } from '#platform/server/serve/reply.ts'
import * as contract from '../contract.ts'
import type { Accounts, Visitor } from './gateway.ts'
import { changePreferences, getMe } from './service/profile.ts'
import { requestPasswordReset, resetPassword } from './service/recover.ts'
import { signIn, signInTries } from './service/sign-in.ts'
import { codesForAll, signUp } from './service/sign-up.ts'

const signInPage = '/login'

/** The doors of accounts: the identity library is reached through these only. */
export function accountRoutes(accounts: Accounts): Route[] {
  const hasLimits = accounts.config.rateLimits === 'on'
  const tries = hasLimits ? signInTries() : null
  const codes = hasLimits ? codesForAll() : null

  return [
    serveFree(contract.signUp, async ({ body, request, header }) => {
      refuseStrangePage(accounts, request)
      const { reply, token } = await signUp(accounts, codes, body, visitorOf(request))
      giveToken(header, token)
      return reply
    }),
    serveFree(contract.signIn, async ({ body, request, header }) => {
      refuseStrangePage(accounts, request)
      const { reply, token } = await signIn(accounts, tries, body, visitorOf(request))
      giveToken(header, token)
      return reply
    }),
    serveFree(contract.signOut, async ({ request }) => {
      await accounts.ask({ method: 'POST', path: '/sign-out' }, { ...visitorOf(request), bearer: bearerOf(request) })
      return { success: true }
    }),
    serveFree(contract.getSession, async ({ request }) => {
      const { body } = await accounts.ask({ method: 'GET', path: '/get-session' }, { ...visitorOf(request), bearer: bearerOf(request) })
      return body === null ? new ReadyJson('null') : contract.CurrentSession.parse(body)
    }),
    serveFree(contract.requestPasswordReset, async ({ body, request }) => {
      refuseStrangePage(accounts, request)
      return requestPasswordReset(accounts, body.email, visitorOf(request))
    }),
    serveFree(contract.resetPassword, async ({ body, request }) => {
      refuseStrangePage(accounts, request)
      return resetPassword(accounts, body.newPassword, body.token, visitorOf(request))
    }),
    serveFree(contract.verifyEmail, async ({ query, request, reply }) => {
      const { token, callbackURL = signInPage } = query
      const { location } = await accounts.ask({ method: 'GET', path: '/verify-email', query: { token, callbackURL } }, visitorOf(request))
      const place = location === signInPage ? `${signInPage}?confirmed=1` : (location ?? signInPage)
      // The token in this address must not travel on with the next page.
      await reply.header('Referrer-Policy', 'no-referrer').header('Cache-Control', 'no-store').redirect(place, 302)
    }),
    serveFree(contract.sendVerificationEmail, async ({ body, request }) => {
      refuseStrangePage(accounts, request)
      await accounts.ask({ method: 'POST', path: '/send-verification-email', body }, visitorOf(request))
      return { status: true }
    }),
    serveRead(contract.getMe, ({ q, caller }) => getMe(q, caller.userId)),
    serveWrite(contract.changePreferences, ({ tx, caller, body }) => changePreferences(tx, caller.userId, body.preferences, caller.now)),
  ]
}

const visitorOf = (request: FastifyRequest): Visitor => ({ bearer: null, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' })

function giveToken(header: (name: string, value: string) => void, token: string | null): void {
  if (token === null) return
  header('set-auth-token', token)
  header('Access-Control-Expose-Headers', 'set-auth-token')
}

/** A page of another origin has no business in signing anybody in, up or out of their password here. */
function refuseStrangePage(accounts: Accounts, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (origin === undefined || accounts.isOurs(origin, host)) return
  throw new Problem(403, 'invalid_origin', 'This page does not belong to this server. Open Larder at its own address.')
}
