import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { isInternalPath } from '#platform/shared/internal-path.ts'
import { languages } from '#platform/shared/language.ts'
import { Name } from '#platform/shared/text.ts'
import { countUnits, defaultUnitDisplay, massUnits, UnitDisplay, volumeUnits } from '#platform/shared/units.ts'

/** One normal form before any check: NFKC, trimmed, lower case, ASCII. */
export const Email = z
  .string()
  .max(254)
  .transform((s) => s.normalize('NFKC').trim().toLowerCase())
  .pipe(z.email('Enter an email address.').max(254))

const minLength = 6
const maxLength = 128
// Far above 128 characters of any script; keeps a megabyte from being counted.
const maxUnits = 1024
const tooLong = /*i18n*/ 'Use 128 characters or fewer.'
const countCharacters = (s: string) => [...s].length

/** As typed: every character counts once, emoji and spaces are fine, nothing is cut off. */
export const Password = z
  .string()
  .max(maxUnits, { error: tooLong, abort: true })
  .refine((s) => s.isWellFormed(), 'That contains characters that aren’t allowed.')
  .refine((s) => countCharacters(s) >= minLength, 'Password must be at least 6 characters long')
  .refine((s) => countCharacters(s) <= maxLength, tooLong)
  .meta({ minLength: minLength, maxLength: maxLength })

/** A password to be compared with the one that is kept: any that could ever have been set. */
export const CurrentPassword = z
  .string()
  .min(1)
  .max(maxUnits, { error: tooLong, abort: true })
  .refine((s) => countCharacters(s) <= maxLength, tooLong)

/** Whether access tokens and calendar links end too. */
export const EndTokens = z.boolean().default(true)

/** As it stands in the link, to the letter; a NUL no database keeps. */
const MailedToken = z
  .string()
  .max(200)
  .refine((s) => !s.includes('\0'), 'That isn’t a valid token.')

/** Where to go on to inside the app, e.g. `/login`; never another origin. */
export const InternalPath = z.string().max(200).refine(isInternalPath, 'Use a path inside this app, such as /login.')

/** Who may sign up: whoever reaches the server, whoever has a household's code, or nobody new. */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

export const SignUp = z
  .object({
    email: Email,
    password: Password,
    firstName: Name(60),
    lastName: Name(60),
    name: Name(130).optional(),
    /** Where the link of the confirmation mail leads. */
    callbackURL: InternalPath.optional(),
    /** Needed where sign-up is by invitation. */
    inviteCode: z.string().max(32).optional(),
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

/** `massUnit`, `volumeUnit` and `countUnit` mirror `unitDisplay.*.preferred` and yield to it. */
export const Preferences = z
  .object({
    massUnit: z.enum(massUnits),
    volumeUnit: z.enum(volumeUnits),
    countUnit: z.enum(countUnits),
    unitDisplay: UnitDisplay,
    /** Left out: as each browser has it. */
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

/** As others see a member: names, nothing else. */
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

/** The user as sign-in answers it. `GET /api/users/me` has the rest. */
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
 * `token` is null where the address must be confirmed first. It logs nobody in by itself:
 * the bearer token is the signed value of the header `set-auth-token`.
 */
export const SignedIn = z.object({
  token: z.string().nullable(),
  /** Null as long as a second step is asked for. */
  user: SignedInUser.nullable(),
  /** There is a second step: what to send to `POST /api/auth/two-factor` with a code, within ten minutes. */
  twoFactor: z.object({ challenge: z.string() }).optional(),
  redirect: z.boolean().optional(),
  url: z.string().optional(),
})
export type SignedIn = z.infer<typeof SignedIn>

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

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  auth: 'public',
  summary: 'Create an account',
  mode: 'free',
  body: SignUp,
  reply: SignedIn,
  perMinute: 10,
})
export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  auth: 'public',
  summary: 'Sign in with e-mail and password',
  mode: 'free',
  body: SignIn,
  reply: SignedIn,
  perMinute: 10,
})
export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  auth: 'public',
  summary: 'End the session of the bearer token; a session that is over already is fine',
  mode: 'free',
  reply: z.object({ success: z.boolean() }),
})
export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth/get-session',
  auth: 'public',
  summary: 'The session of the bearer token; null when it logs nobody in',
  mode: 'free',
  reply: CurrentSession,
})
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  auth: 'public',
  summary: 'Mail a link to /reset-password; answers the same whether the address is known or not',
  mode: 'free',
  body: z.object({ email: Email, redirectTo: InternalPath.optional() }).strict(),
  reply: z.object({ status: z.boolean(), message: z.string() }),
  perMinute: 5,
})
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  auth: 'public',
  summary: 'Set a new password with the mailed token; every older session ends, and access tokens and calendar links unless told otherwise',
  mode: 'free',
  body: z.object({ newPassword: Password, token: MailedToken, endTokens: EndTokens }).strict(),
  reply: z.object({ status: z.boolean() }),
  perMinute: 5,
})
