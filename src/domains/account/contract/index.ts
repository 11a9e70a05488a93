import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { isInternalPath } from '#platform/shared/internal-path.ts'
import { languages } from '#platform/shared/language.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { countUnits, defaultUnitDisplay, massUnits, UnitDisplay, volumeUnits } from '#platform/shared/units.ts'

/** Normalized before any check: NFKC, trimmed, lowercase. ASCII only. */
export const Email = z
  .string()
  .max(254)
  .transform((s) => s.normalize('NFKC').trim().toLowerCase())
  .pipe(z.email('Enter an email address.').max(254))

const minLength = 6
const maxLength = 128
// Exceeds 128 characters of any script and rejects very long input early.
const maxUnits = 1024
const tooLong = /*i18n*/ 'Use 128 characters or fewer.'
const countCharacters = (s: string) => [...s].length

/** A new password of 6 to 128 characters of any kind. It is never trimmed or truncated. */
export const Password = z
  .string()
  .max(maxUnits, { error: tooLong, abort: true })
  .refine((s) => s.isWellFormed(), 'That contains characters that aren’t allowed.')
  .refine((s) => countCharacters(s) >= minLength, 'Password must be at least 6 characters long')
  .refine((s) => countCharacters(s) <= maxLength, tooLong)
  .meta({ minLength: minLength, maxLength: maxLength })

/** A password to compare with the stored one: any that could have been set. */
export const CurrentPassword = z
  .string()
  .min(1)
  .max(maxUnits, { error: tooLong, abort: true })
  .refine((s) => countCharacters(s) <= maxLength, tooLong)

/** Whether to revoke access tokens and calendar links too. */
export const ShouldEndTokens = z.boolean().default(true)

/** The token of a mailed link. Databases can't store NUL. */
const MailedToken = z
  .string()
  .max(200)
  .refine((s) => !s.includes('\0'), 'That isn’t a valid token.')

/** A path inside the app to redirect to, e.g. `/login`. */
const InternalPath = z.string().max(200).refine(isInternalPath, 'Use a path inside this app, such as /login.')

/** Who may sign up: anyone, anyone with a household's invite code, or no one. */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

export const newAccountFields = {
  /** Required if sign-up is by invitation. */
  inviteCode: z.string().max(32).optional(),
  /** An ISO 3166 code. Decides the initial units; without it they are the United States'. */
  region: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
}

export const SignUp = z
  .object({
    email: Email,
    password: Password,
    firstName: Name(60),
    lastName: Name(60),
    name: Name(130).optional(),
    /** The target of the confirmation mail's link. */
    callbackURL: InternalPath.optional(),
    ...newAccountFields,
  })
  .strict()
export type SignUp = z.infer<typeof SignUp>

export const SignIn = z
  .object({
    email: Email,
    password: CurrentPassword,
    rememberMe: z.boolean().optional(),
    callbackURL: InternalPath.optional(),
  })
  .strict()
export type SignIn = z.infer<typeof SignIn>

/** `massUnit`, `volumeUnit` and `countUnit` repeat `unitDisplay.*.preferred`, which takes precedence. */
export const Preferences = z
  .object({
    massUnit: z.enum(massUnits),
    volumeUnit: z.enum(volumeUnits),
    countUnit: z.enum(countUnits),
    unitDisplay: UnitDisplay,
    /** Defaults to the browser's language. */
    language: z.enum(languages).optional(),
  })
  .strict()
export type Preferences = z.infer<typeof Preferences>

export const defaultPreferences: Preferences = {
  massUnit: defaultUnitDisplay.mass.preferred,
  volumeUnit: defaultUnitDisplay.volume.preferred,
  countUnit: defaultUnitDisplay.count.preferred,
  unitDisplay: defaultUnitDisplay,
}

export const User = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable(),
  preferences: Preferences,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type User = z.infer<typeof User>

/** A member as seen by other members. */
export const Person = z.object({ firstName: z.string(), lastName: z.string() })
export type Person = z.infer<typeof Person>

export const getMe = endpoint({ method: 'GET', path: '/api/users/me', auth: 'person', summary: 'The signed-in user', reply: User })

export const changePreferences = endpoint({
  method: 'PATCH',
  path: '/api/users/preferences',
  auth: 'person',
  summary: 'Replace the preferences',
  body: z.object({ preferences: Preferences }).strict(),
  reply: User,
  versioned: true,
})

/** The user in the response to a sign-in. `GET /api/users/me` returns the other fields. */
export const SignedInUser = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  image: z.string().nullable().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/**
 * The bearer token is the signed value of the header `set-auth-token`, not `token`.
 * `token` is null if the address must be confirmed first.
 */
export const SignInReply = z.object({
  token: z.string().nullable(),
  /** Null while a second step is required. */
  user: SignedInUser.nullable(),
  /** Present if a second step is required: send `challenge` with a code to `POST /api/auth/two-factor` within 10 minutes. */
  twoFactor: z.object({ challenge: z.string() }).optional(),
  redirect: z.boolean().optional(),
  url: z.string().optional(),
})
export type SignInReply = z.infer<typeof SignInReply>

export const CurrentSession = z.object({
  session: z.object({
    id: z.string(),
    userId: z.string(),
    token: z.string(),
    expiresAt: z.string(),
    ipAddress: z.string().nullable().optional(),
    userAgent: z.string().nullable().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  user: SignedInUser,
})
export type CurrentSession = z.infer<typeof CurrentSession>

export const checkFirstAccountNeeded = endpoint({
  method: 'GET',
  path: '/api/auth/first-account',
  auth: 'public',
  summary: 'Whether there is no account yet and the first one becomes the server admin; reveals nothing else',
  reply: z.object({ isNeeded: z.boolean() }),
  perMinute: 60,
})
export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  auth: 'public',
  summary: 'Create an account',
  scope: 'manual',
  body: SignUp,
  reply: SignInReply,
  perMinute: 10,
})
export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  auth: 'public',
  summary: 'Sign in with e-mail and password',
  body: SignIn,
  reply: SignInReply,
  perMinute: 10,
})
export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  auth: 'public',
  summary: 'End the session of the bearer token; succeeds if it has already ended',
  reply: z.object({ success: z.boolean() }),
})
export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth/get-session',
  auth: 'public',
  summary: 'The session of the bearer token, or null if it has none',
  reply: CurrentSession,
})
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  auth: 'public',
  summary: 'Mail a link to /reset-password; the response is the same for unknown addresses',
  body: z.object({ email: Email, redirectTo: InternalPath.optional() }).strict(),
  reply: z.object({ status: z.boolean(), message: z.string() }),
  perMinute: 5,
})
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  auth: 'public',
  summary: 'Set a new password with the mailed token. Ends every session and, unless endTokens is false, access tokens and calendar links',
  body: z.object({ newPassword: Password, token: MailedToken, endTokens: ShouldEndTokens }).strict(),
  reply: z.object({ status: z.boolean() }),
  perMinute: 5,
})

const MailedLink = z.object({ token: z.string().max(2000), callbackURL: InternalPath.optional() }).strict()
/** The mailed link. A GET changes nothing, because mail clients prefetch links. */
export const showVerifyEmail = endpoint({
  method: 'GET',
  path: '/api/auth/verify-email',
  auth: 'public',
  summary: 'A page with a button that confirms an address',
  media: 'file',
  query: MailedLink,
  perMinute: 20,
})
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  auth: 'public',
  summary: 'Confirm an address with the mailed token; redirects to /login, with ?error= if the link is no longer valid',
  media: 'form',
  query: MailedLink,
  perMinute: 20,
})
export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  auth: 'public',
  summary: 'Mail the confirmation link again; the response is the same for unknown addresses',
  body: z.object({ email: Email, callbackURL: InternalPath.optional() }).strict(),
  reply: z.object({ status: z.boolean() }),
  perMinute: 5,
})
