import type { FastifyRequest } from 'fastify'
import { bearerOf } from '#platform/server/endpoints/authorize.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { RawJson, RawResponse, toPictureResponse } from '#platform/server/endpoints/serialize.ts'
import { withPicture } from '#platform/server/endpoints/uploads.ts'
import { htmlPage } from '#platform/server/http/mail-link-pages.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract/index.ts'
import * as passkeys from '../contract/passkeys.ts'
import * as profile from '../contract/profile.ts'
import * as security from '../contract/sessions-and-credentials.ts'
import * as providers from '../contract/sign-in-providers.ts'
import * as twoFactor from '../contract/two-factor.ts'
import type { AccountServices, RequestSource } from './gateway/index.ts'
import { changeEmail, changeEmailPage, confirmEmailChange, readEmailChangeToken, verifyEmailPage } from './use-cases/change-email.ts'
import { connectProvider, disconnectProvider, listConnectedProviders } from './use-cases/connect-provider.ts'
import { type AccountDeletionHook, deleteAccount } from './use-cases/delete-account.ts'
import { deviceCookie, deviceOf, shouldMailAboutSignIn } from './use-cases/known-devices.ts'
import {
  changePreferences,
  changeProfile,
  getMe,
  putAvatar,
  readAvatar,
  removeAvatar,
  resizeAvatar,
  versionOf,
} from './use-cases/manage-profile.ts'
import * as keys from './use-cases/passkeys.ts'
import { changePassword, openResetLimiter, requestPasswordReset, resetPassword } from './use-cases/passwords.ts'
import { providerCookie, providerStepOf } from './use-cases/provider-cookie.ts'
import { openPasswordLimiter, reauthenticate } from './use-cases/reauthenticate.ts'
import { endOtherSessions, endSession, listSessions } from './use-cases/sessions.ts'
import { openSignInLimiters, type SignInResult, signIn } from './use-cases/sign-in.ts'
import {
  claimConfirmed,
  confirmAtProvider,
  requirePasswordSignIn,
  signInMethods,
  signInWithProvider,
  startProviderSignIn,
} from './use-cases/sign-in-with-provider.ts'
import { anonymousUserId, needsFirstAccount, signUp } from './use-cases/sign-up.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  getTwoFactor,
  openSecondStepLimiters,
  renewRecoveryCodes,
  verifySecondStep,
  verifyTwoFactorSetupCode,
} from './use-cases/two-factor.ts'
import { sendSecurityMail } from './use-cases/user-mails.ts'

const signInPage = '/login'

/** The routes of accounts. The identity library has no other entry point. */
export function accountRoutes(accounts: AccountServices, deletionHooks: readonly AccountDeletionHook[] = []): Route[] {
  return [
    ...signInRoutes(accounts),
    ...providerRoutes(accounts),
    ...passwordResetRoutes(accounts),
    ...verificationRoutes(accounts),
    route(contract.getMe, async ({ q, caller, header }) => {
      const me = await getMe(q, caller.userId)
      header('ETag', `"${versionOf(me)}"`)
      return me
    }),
    route(contract.changePreferences, ({ tx, caller, body, ifMatch }) =>
      changePreferences(tx, caller.userId, body.preferences, caller.now, ifMatch),
    ),
    ...profileRoutes(),
    ...securityRoutes(accounts, deletionHooks),
  ]
}

const deviceIdReader = (accounts: AccountServices) => (request: FastifyRequest) => deviceOf(accounts, request)?.id ?? null

/** Sets the token and the device cookie, and mails the user about an unknown device. */
function finishSignIn(
  accounts: AccountServices,
  method: string,
  { reply, token, source }: SignInResult,
  request: FastifyRequest,
  header: SetHeader,
): SignInResult['reply'] {
  logSignIn(request, method, reply)
  sendToken(header, token)
  if (!token || !reply.user) return reply
  const at = new Date()
  header('Set-Cookie', deviceCookie(accounts, request, reply.user.id, at))
  if (shouldMailAboutSignIn(source, reply.user.createdAt, at)) accounts.mailNewDevice(reply.user.email, { ...sourceOfRequest(request), at })
  return reply
}

function signInRoutes(accounts: AccountServices): Route[] {
  const { database, config } = accounts
  const limiters = config.rateLimits === 'on' ? openSignInLimiters(database) : null
  const secondStepLimiters = config.rateLimits === 'on' ? openSecondStepLimiters(database) : null
  const deviceId = deviceIdReader(accounts)
  return [
    route(contract.checkFirstAccountNeeded, async () => ({ isNeeded: await needsFirstAccount(accounts) })),
    route(contract.signUp, async ({ body, request, header }) => {
      checkOrigin(accounts, request)
      requirePasswordSignIn(accounts)
      const { reply, token } = await signUp(accounts, body, sourceOfRequest(request))
      sendToken(header, token)
      if (token && reply.user) header('Set-Cookie', deviceCookie(accounts, request, reply.user.id, new Date()))
      return reply
    }),
    {
      ...route(contract.signIn, async ({ body, request, header }) => {
        checkOrigin(accounts, request)
        requirePasswordSignIn(accounts)
        const result = await signIn(accounts, limiters, body, sourceWithDevice(accounts, request))
        return finishSignIn(accounts, 'password', result, request, header)
      }),
      deviceOf: deviceId,
    },
    {
      ...route(twoFactor.verifySecondStep, async ({ body, request, header }) => {
        checkOrigin(accounts, request)
        const result = await verifySecondStep(accounts, secondStepLimiters, body, sourceWithDevice(accounts, request))
        return finishSignIn(accounts, 'second step', result, request, header)
      }),
      deviceOf: deviceId,
    },
    {
      ...route(passkeys.beginPasskeySignIn, ({ request }) => keys.beginPasskeySignIn(accounts, sourceWithOrigin(accounts, request))),
      deviceOf: deviceId,
    },
    {
      ...route(passkeys.signInWithPasskey, async ({ body, request, header }) => {
        const source = { ...sourceWithOrigin(accounts, request), device: deviceOf(accounts, request) }
        return finishSignIn(accounts, 'passkey', await keys.signInWithPasskey(accounts, body, source), request, header)
      }),
      deviceOf: deviceId,
    },
    route(contract.signOut, async ({ request }) => {
      await accounts.callIdentity({ method: 'POST', path: '/sign-out' }, { ...sourceOfRequest(request), bearer: bearerOf(request) })
      return { success: true }
    }),
    route(contract.getSession, async ({ request }) => {
      const { body } = await accounts.callIdentity(
        { method: 'GET', path: '/get-session' },
        { ...sourceOfRequest(request), bearer: bearerOf(request) },
      )
      return body === null ? new RawJson('null') : contract.CurrentSession.parse(body)
    }),
  ]
}

/** Signing in at an OpenID Connect provider. Each step is in a cookie of the browser that started it. */
function providerRoutes(accounts: AccountServices): Route[] {
  return [
    route(providers.listSignInMethods, async () => signInMethods(accounts)),
    route(providers.startProviderSignIn, async ({ params, request, header }) => {
      checkOrigin(accounts, request)
      const { location, step } = await startProviderSignIn(accounts, params.provider, null, new Date())
      header('Set-Cookie', providerCookie(accounts, request, step))
      return { location }
    }),
    route(providers.receiveProviderCallback, async ({ params, request }) => receiveCallback(accounts, params.provider, request)),
    route(providers.endProviderSession, async ({ params, request }) => {
      checkOrigin(accounts, request)
      const provider = accounts.openIdConnect.find(params.provider)
      const returnTo = `${accounts.config.publicUrl}${signInPage}`
      return { location: provider.endsSession ? await accounts.openIdConnect.endSessionUrl(provider, returnTo) : null }
    }),
    {
      ...route(providers.signInWithProvider, async ({ body, request, header }) => {
        checkOrigin(accounts, request)
        const at = new Date()
        const step = providerStepOf(accounts, request, at)
        const result = await signInWithProvider(accounts, body, step, sourceWithDevice(accounts, request), at)
        header('Set-Cookie', providerCookie(accounts, request, null))
        return finishSignIn(accounts, 'provider', result, request, header)
      }),
      deviceOf: deviceIdReader(accounts),
    },
    route(
      providers.startProviderConnection,
      async ({ params, caller, request, header }) => {
        const { location, step } = await startProviderSignIn(accounts, params.provider, caller.userId, new Date())
        header('Set-Cookie', providerCookie(accounts, request, step))
        return location
      },
      async ({ prepared: location }) => ({ location }),
    ),
    route(providers.listConnectedProviders, ({ q, caller }) => listConnectedProviders(q, caller)),
    route(
      providers.connectProvider,
      async ({ request }) => {
        checkOrigin(accounts, request)
        const at = new Date()
        return claimConfirmed(accounts, providerStepOf(accounts, request, at), at)
      },
      ({ tx, caller, prepared, afterCommit }) => {
        afterCommit(() => sendSecurityMail(accounts, caller.userId, 'providerConnected'))
        return connectProvider(tx, caller, prepared)
      },
    ),
    route(providers.disconnectProvider, ({ tx, caller, params }) => disconnectProvider(tx, accounts, caller, params.provider)),
  ]
}

/** Returns what the log says of a failed sign-in: the library's message, and what the provider answered. */
function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  const { error, error_description } = cause as { error?: unknown; error_description?: unknown }
  return [cause.message, error, error_description]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 500)
}

/** Sends the browser to the page that finishes the sign-in, or says why it can't. */
async function receiveCallback(accounts: AccountServices, id: string, request: FastifyRequest): Promise<RawResponse> {
  const at = new Date()
  const sent = providerStepOf(accounts, request, at)
  const page = sent?.step === 'sent' && sent.connects !== null ? '/settings?tab=profile&' : `${signInPage}?`
  try {
    const search = new URL(request.url, 'http://localhost').search
    const step = await confirmAtProvider(accounts, id, search, sent, at)
    return redirectTo(`${page}provider=${id}`, providerCookie(accounts, request, step))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    request.log.warn({ provider: id, code: error.code, reason: reasonOf(error.cause) }, 'sign-in at a provider failed')
    return redirectTo(`${page}provider-error=${error.code}`, providerCookie(accounts, request, null))
  }
}

function passwordResetRoutes(accounts: AccountServices): Route[] {
  const limiter = accounts.config.rateLimits === 'on' ? openResetLimiter(accounts.database) : null
  return [
    {
      ...route(contract.requestPasswordReset, async ({ body, request }) => {
        checkOrigin(accounts, request)
        requirePasswordSignIn(accounts)
        return requestPasswordReset(accounts, limiter, body.email, sourceWithDevice(accounts, request))
      }),
      deviceOf: deviceIdReader(accounts),
    },
    route(contract.resetPassword, async ({ body, request }) => {
      checkOrigin(accounts, request)
      requirePasswordSignIn(accounts)
      return resetPassword(accounts, body, sourceOfRequest(request))
    }),
  ]
}

const verificationRoutes = (accounts: AccountServices): Route[] => [
  route(contract.showVerifyEmail, async ({ query }) => htmlPage(verifyEmailPage(query))),
  route(contract.verifyEmail, async ({ query, request }) => {
    const { token, callbackURL = signInPage } = query
    const { location } = await accounts.callIdentity(
      { method: 'GET', path: '/verify-email', query: { token, callbackURL } },
      sourceOfRequest(request),
    )
    return redirectTo(location === signInPage ? `${signInPage}?confirmed=1` : (location ?? signInPage))
  }),
  route(contract.sendVerificationEmail, async ({ body, request }) => {
    checkOrigin(accounts, request)
    await accounts.callIdentity({ method: 'POST', path: '/send-verification-email', body }, sourceOfRequest(request))
    return { status: true }
  }),
]

const profileRoutes = (): Route[] => [
  route(profile.changeProfile, ({ tx, caller, body, ifMatch }) => changeProfile(tx, caller.userId, body, caller.now, ifMatch)),
  route(
    profile.putAvatar,
    ({ receiveFile }) => withPicture(receiveFile, resizeAvatar),
    ({ tx, caller, prepared: picture }) => putAvatar(tx, caller.userId, picture, caller.now),
  ),
  route(profile.removeAvatar, ({ tx, caller }) => removeAvatar(tx, caller.userId, caller.now)),
  route(
    profile.getAvatar,
    // Anyone who has an avatar's address may load it.
    async () => ({ scope: { user: anonymousUserId } }),
    async ({ q, params }) => {
      const { type, bytes } = await readAvatar(q, params.id)
      return toPictureResponse(bytes, type, 'avatar.jpg', 'max-age=31536000, immutable')
    },
  ),
]

function securityRoutes(accounts: AccountServices, deletionHooks: readonly AccountDeletionHook[]): Route[] {
  const { database } = accounts
  const limiter = accounts.config.rateLimits === 'on' ? openPasswordLimiter(database) : null
  return [
    route(security.listSessions, ({ q, caller }) => listSessions(q, caller)),
    route(security.endSession, ({ tx, caller, params }) => endSession(tx, caller.userId, params.id)),
    route(security.endOtherSessions, ({ tx, caller }) => endOtherSessions(tx, caller)),
    route(security.reauthenticate, async ({ caller, body, request }) => {
      const { password, passkey } = body
      if ((password === undefined) === (passkey === undefined)) throw invalid('invalid_input', 'Send either a password or a passkey.')
      if (passkey !== undefined) await keys.reauthenticateWithPasskey(accounts, caller, passkey, sourceWithOrigin(accounts, request))
      else if (password !== undefined) await reauthenticate(accounts, limiter, caller, password)
    }),
    // No idempotency key for these: a fingerprint of the password would be stored with it.
    route(security.changePassword, ({ caller, body }) => changePassword(accounts, limiter, caller, body)),
    route(security.changeEmail, ({ caller, body }) => changeEmail(accounts, limiter, caller, body)),
    route(security.deleteAccount, ({ caller, body }) => deleteAccount(accounts, limiter, caller, body.password, deletionHooks)),
    route(twoFactor.getTwoFactor, ({ q, caller }) => getTwoFactor(q, accounts, caller)),
    route(twoFactor.beginTwoFactor, ({ caller, body, request }) =>
      beginTwoFactor(accounts, limiter, caller, body.password, { ...sourceOfRequest(request), bearer: bearerOf(request) }),
    ),
    route(
      twoFactor.confirmTwoFactor,
      ({ q, caller, body }) => verifyTwoFactorSetupCode(q, accounts, caller, body.code),
      ({ tx, caller, prepared }) => confirmTwoFactor(tx, caller, prepared.row),
    ),
    route(twoFactor.renewRecoveryCodes, ({ caller, body, request }) =>
      renewRecoveryCodes(accounts, limiter, caller, body.password, { ...sourceOfRequest(request), bearer: bearerOf(request) }),
    ),
    route(twoFactor.endTwoFactor, ({ caller, body }) => endTwoFactor(accounts, limiter, caller, body.password)),
    route(passkeys.listPasskeys, ({ q, caller }) => keys.listPasskeys(q, caller)),
    route(passkeys.beginPasskeyRegistration, ({ caller, body, request }) =>
      keys.beginPasskeyRegistration(accounts, limiter, caller, body.password, {
        ...sourceWithOrigin(accounts, request),
        bearer: bearerOf(request),
      }),
    ),
    route(
      passkeys.addPasskey,
      ({ body, request }) => keys.storePasskey(accounts, body, { ...sourceWithOrigin(accounts, request), bearer: bearerOf(request) }),
      ({ tx, afterCommit, caller, prepared: id }) => {
        afterCommit(() => sendSecurityMail(accounts, caller.userId, 'passkeyAdded'))
        return keys.findPasskey(tx, caller, id)
      },
    ),
    route(passkeys.renamePasskey, ({ tx, caller, params, body }) => keys.renamePasskey(tx, caller, params.id, body.name)),
    route(passkeys.removePasskey, ({ tx, caller, params }) => keys.removePasskey(tx, caller, params.id)),
    route(security.showConfirmEmailChange, async ({ query }) => htmlPage(changeEmailPage(query.token))),
    route(
      security.confirmEmailChange,
      async ({ query }) => readEmailChangeToken(accounts, query.token, new Date()),
      async ({ tx, afterCommit, prepared }) => {
        const isChanged = await confirmEmailChange(tx, prepared)
        if (isChanged) afterCommit(() => accounts.mails.emailChanged(prepared.change?.from ?? ''))
        return redirectTo(`/settings?tab=profile&email=${isChanged ? 'changed' : 'expired'}`)
      },
    ),
  ]
}

const sourceOfRequest = (request: FastifyRequest): RequestSource => ({
  bearer: null,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})

const sourceWithDevice = (accounts: AccountServices, request: FastifyRequest): RequestSource => ({
  ...sourceOfRequest(request),
  device: deviceOf(accounts, request),
})

/** Redirects without a referrer, so that the next page doesn't receive the token in the URL. */
const redirectTo = (path: string, cookie?: string) =>
  new RawResponse('', { Location: path, 'Referrer-Policy': 'no-referrer', ...(cookie && { 'Set-Cookie': cookie }) }, 303)

type SetHeader = (name: string, value: string) => void

function sendToken(header: SetHeader, token: string | null): void {
  if (token === null) return
  header('set-auth-token', token)
  header('Access-Control-Expose-Headers', 'set-auth-token')
}

/** Logs a sign-in by user id, never by name or address. */
function logSignIn(request: FastifyRequest, method: string, { user }: contract.SignInReply): void {
  if (user) request.log.info({ userId: user.id, by: method, ip: request.ip }, 'signed in')
}

/** Includes the page's origin, which passkeys are bound to. Throws 403 `invalid_origin`. */
function sourceWithOrigin(accounts: AccountServices, request: FastifyRequest): RequestSource {
  checkOrigin(accounts, request)
  const { origin } = request.headers
  return { ...sourceOfRequest(request), ...(origin === undefined ? {} : { origin }) }
}

/** Throws 403 `invalid_origin` for a request from another site's page. */
function checkOrigin(accounts: AccountServices, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (origin === undefined || accounts.isAllowedOrigin(origin, host)) return
  throw new Problem(403, 'invalid_origin', 'This address doesn’t match the server. Open Larder at its usual address.')
}
