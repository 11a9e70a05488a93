import { createECDH } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type SignUpMode, signUpModes } from '#domains/account/contract/index.ts'
import { type OidcProvider, OidcProviders } from '#domains/account/server/index.ts'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { QuotaEnvironment, quotaLimits } from '#domains/households/server/index.ts'

function splitList(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.toLowerCase())
    .filter((part) => part !== '')
}
const onOff = z.enum(['on', 'off'])
const isRange = (text: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
const ranges = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((range) => range.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every(isRange), 'Use addresses or ranges (10.0.0.0/8, loopback, uniquelocal), separated by commas.')
const hostNames = z
  .string()
  .transform(splitList)
  .refine(
    (list) => list.every((name) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)),
    'Use names without scheme and port (larder.example), separated by commas.',
  )
const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('This isn’t valid JSON.')
    return z.NEVER
  }
})
const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)

/** Returns whether an address has a host, and nothing after its port. */
function hasHostOnly(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  const { hostname, pathname, search, hash, username, password } = url
  const isDecodable = [username, password].every((part) => !/%(?![0-9a-f]{2})/i.test(part))
  return hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '' && isDecodable
}

/** Returns the public key of a VAPID private key, as browsers receive it. Throws if the private key is invalid. */
function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return pair.getPublicKey('base64url', 'uncompressed')
}

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  LARDER_DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LARDER_APP_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LARDER_PUBLIC_URL: origin.optional(),
  LARDER_HOSTS: hostNames.optional(),
  LARDER_SIGNUP: z.enum(signUpModes).optional(),
  LARDER_OIDC_PROVIDERS: json.pipe(OidcProviders).default([]),
  LARDER_PASSWORD_SIGN_IN: onOff.default('on'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().max(320).default('Larder <larder@localhost>'),
  LARDER_OPENFOODFACTS_URL: origin.optional(),
  INSTACART_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'This is no key.')
    .optional(),
  INSTACART_BASE_URL: origin.default('https://connect.instacart.com'),
  LARDER_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  LARDER_RATE_LIMITS: onOff.default('on'),
  LARDER_PHOTO_RECOGNITION: onOff.default('on'),
  LARDER_WEBHOOK_LAN: onOff.default('off'),
  LARDER_FEDERATION: onOff.default('off'),
  LARDER_FEDERATION_HOSTS: z.string().default(''),
  LARDER_TLS_CERT: z.string().optional(),
  LARDER_TLS_KEY: z.string().optional(),
  LARDER_TRUSTED_PROXIES: ranges.optional(),
  LARDER_ADMINS: z.string().default(''),
  LARDER_PUSH_HOSTS: z.string().default(''),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'It must start with mailto: or https://.')
    .refine(URL.canParse, 'It must start with mailto: or https://.')
    .optional(),
  LARDER_IMPORT_HOSTS: z.string().default(''),
  LARDER_MESSAGE_HOSTS: z.string().default(''),
  LARDER_TELEGRAM_URL: origin.default('https://api.telegram.org'),
  LARDER_MQTT_URL: z
    .url({ protocol: /^mqtts?$/, error: 'Use an address like mqtt://user:password@broker.lan:1883.' })
    .refine(hasHostOnly, 'Use an address like mqtt://user:password@broker.lan:1883.')
    .optional(),
  LARDER_MQTT_DISCOVERY_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/, 'Use letters, digits, _ and -.')
    .default('homeassistant'),
  LARDER_BACKUP_HOURS: z.coerce.number().int().min(0).max(8760).default(24),
  LARDER_BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  LARDER_METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,500}$/, 'A token of at least 16 characters without spaces is needed.')
    .optional(),
  LARDER_BACKUP_KEY: z.string().min(12, 'A key of at least 12 characters is needed.').optional(),
  ...QuotaEnvironment.shape,
})

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** The connection of the tables' owner, for migrations and backups. Null: SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** The connection for requests, as a role that can't become the owner. Null: derived from `databaseUrl`. */
  readonly appDatabaseUrl: string | null
  readonly publicUrl: string | null
  /** Host names accepted besides IP addresses and local names, lowercase. Only used without a `publicUrl`. */
  readonly hosts: readonly string[]
  /** Null: as set on the admin page, and open until then. */
  readonly signup: SignUpMode | null
  /** OpenID Connect providers that people can sign in with. */
  readonly oidcProviders: readonly OidcProvider[]
  /** Whether people can sign in and sign up with a password. */
  readonly passwordSignIn: boolean
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly openFoodFactsUrl: string | null
  /** Null: shopping lists can only be exported. */
  readonly instacart: { readonly apiKey: string; readonly baseUrl: string } | null
  readonly logLevel: z.infer<typeof Environment>['LARDER_LOG_LEVEL']
  readonly rateLimits: 'on' | 'off'
  /** Whether webhooks may call addresses in the local network. */
  readonly webhookLan: boolean
  /** Whether households may link with households on other servers. */
  readonly federation: boolean
  /** Hosts or origins in the local network that other Larders may be on. */
  readonly federationHosts: readonly string[]
  /** Whether photos are also recognized by their text and content, not only by barcodes. */
  readonly photoRecognition: boolean
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  /** Proxies whose `X-Forwarded-For` is trusted. Empty: none. */
  readonly trustedProxies: readonly string[]
  /** Passphrase that encrypts backups. Null: unencrypted. */
  readonly backupKey: string | null
  /** Hours between scheduled backups. Null: none. */
  readonly backupHours: number | null
  /** The number of scheduled backups to keep. */
  readonly backupKeep: number
  /** Token for `/metrics`. Null: the endpoint is disabled. */
  readonly metricsToken: string | null
  /** Email addresses of the server admins, lowercase. Empty: the first account. */
  readonly admins: readonly string[]
  readonly push: {
    /** Push services accepted besides those of the browsers, as hosts or origins. */
    readonly hosts: readonly string[]
    /** The VAPID key of another installation, to keep its browsers' subscriptions. Null: generated on the first start. */
    readonly privateKey: string | null
    /** The contact for push services. Null: the public URL or the sender of mails. */
    readonly contact: string | null
  }
  /** Hosts or origins in the local network that imports may read from. */
  readonly importHosts: readonly string[]
  readonly messages: {
    /** Hosts or origins in the local network that notifications may be sent to. */
    readonly hosts: readonly string[]
    /** Telegram's Bot API. */
    readonly telegramUrl: string
  }
  /** The MQTT broker of Home Assistant. Null: households can't be sent there. */
  readonly mqtt: { readonly url: string; readonly discoveryPrefix: string } | null
  readonly quotas: QuotaLimits
  /** Warnings to print at startup. */
  readonly warnings: readonly string[]
}

/** Reads the settings from environment variables; empty values count as unset. Throws an error with one sentence per invalid setting. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const input = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(input)
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const settings = parsed.data
  const { LARDER_TLS_CERT: certFile, LARDER_TLS_KEY: keyFile } = settings
  if (Boolean(certFile) !== Boolean(keyFile)) throw new Error('Set both LARDER_TLS_CERT and LARDER_TLS_KEY, or neither.')
  if (settings.LARDER_OIDC_PROVIDERS.length > 0 && !settings.LARDER_PUBLIC_URL)
    throw new Error('LARDER_OIDC_PROVIDERS requires LARDER_PUBLIC_URL, where the providers send people back to.')
  if (settings.LARDER_FEDERATION === 'on' && !settings.LARDER_PUBLIC_URL)
    throw new Error('LARDER_FEDERATION requires LARDER_PUBLIC_URL, where other servers reach this one.')
  if (settings.LARDER_PASSWORD_SIGN_IN === 'off' && settings.LARDER_OIDC_PROVIDERS.length === 0)
    throw new Error('LARDER_PASSWORD_SIGN_IN=off requires LARDER_OIDC_PROVIDERS, or no one could sign in.')
  const warnings = Object.keys(input)
    .filter((name) => name.startsWith('LARDER_') && !(name in Environment.shape))
    .map((name) => `${name} is not a setting of Larder.`)
  if (settings.LARDER_APP_DATABASE_URL && !settings.DATABASE_URL)
    throw new Error('LARDER_APP_DATABASE_URL requires DATABASE_URL, the owner of the tables.')
  if (settings.DATABASE_URL && !settings.LARDER_APP_DATABASE_URL)
    warnings.push(
      'Requests connect to PostgreSQL as the owner of the tables. Set LARDER_APP_DATABASE_URL to a separate login (docs/running.md).',
    )
  if (settings.LARDER_RATE_LIMITS === 'off') warnings.push('LARDER_RATE_LIMITS is off: use this for measuring only.')
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.LARDER_DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    appDatabaseUrl: settings.LARDER_APP_DATABASE_URL ?? null,
    publicUrl: settings.LARDER_PUBLIC_URL ?? null,
    hosts: settings.LARDER_HOSTS ?? [],
    signup: settings.LARDER_SIGNUP ?? null,
    oidcProviders: settings.LARDER_OIDC_PROVIDERS,
    passwordSignIn: settings.LARDER_PASSWORD_SIGN_IN === 'on',
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    openFoodFactsUrl: settings.LARDER_OPENFOODFACTS_URL ?? null,
    instacart: settings.INSTACART_API_KEY ? { apiKey: settings.INSTACART_API_KEY, baseUrl: settings.INSTACART_BASE_URL } : null,
    logLevel: settings.LARDER_LOG_LEVEL,
    rateLimits: settings.LARDER_RATE_LIMITS,
    webhookLan: settings.LARDER_WEBHOOK_LAN === 'on',
    federation: settings.LARDER_FEDERATION === 'on',
    federationHosts: splitList(settings.LARDER_FEDERATION_HOSTS),
    photoRecognition: settings.LARDER_PHOTO_RECOGNITION === 'on',
    tls: certFile && keyFile ? { certFile, keyFile } : null,
    trustedProxies: settings.LARDER_TRUSTED_PROXIES ?? [],
    backupKey: settings.LARDER_BACKUP_KEY ?? null,
    backupHours: settings.LARDER_BACKUP_HOURS || null,
    backupKeep: settings.LARDER_BACKUP_KEEP,
    metricsToken: settings.LARDER_METRICS_TOKEN ?? null,
    admins: splitList(settings.LARDER_ADMINS),
    push: { hosts: splitList(settings.LARDER_PUSH_HOSTS), privateKey: vapidKey(settings), contact: settings.VAPID_SUBJECT ?? null },
    importHosts: splitList(settings.LARDER_IMPORT_HOSTS),
    messages: { hosts: splitList(settings.LARDER_MESSAGE_HOSTS), telegramUrl: settings.LARDER_TELEGRAM_URL },
    mqtt: settings.LARDER_MQTT_URL ? { url: settings.LARDER_MQTT_URL, discoveryPrefix: settings.LARDER_MQTT_DISCOVERY_PREFIX } : null,
    quotas: quotaLimits(settings),
    warnings,
  }
}

/** Length of a P-256 private key, leading zeros included. */
const privateKeyBytes = 32

function vapidKey({ VAPID_PUBLIC_KEY: input, VAPID_PRIVATE_KEY: privateKey }: z.infer<typeof Environment>): string | null {
  if (Boolean(input) !== Boolean(privateKey)) throw new Error('Set both VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or neither.')
  if (!privateKey) return null
  // Other programs write keys in plain base64.
  const toBase64Url = (key: string) => Buffer.from(key, 'base64').toString('base64url')
  try {
    const key = toBase64Url(privateKey)
    if (Buffer.from(key, 'base64url').length === privateKeyBytes && publicKeyOf(key) === toBase64Url(input ?? '')) return key
  } catch {
    // Not a valid key.
  }
  throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY don’t match.')
}
