import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Encryption } from '#platform/server/security/encryption.ts'
import type { AccountServices } from '../gateway/index.ts'

/** A cookie of the sign-in pages. Only this server can read and write it. */
export interface EncryptedCookie<T> {
  /** Returns its value, or null without a valid one. */
  read(accounts: AccountServices, request: FastifyRequest): T | null
  /** Returns the `Set-Cookie` that stores a value; null removes it. */
  write(accounts: AccountServices, request: FastifyRequest, value: T | null): string
}

/** `name` gets the prefix that ties it to this host if the connection is secure. */
export function encryptedCookie<S extends z.ZodType>(
  name: string,
  schema: S,
  maxAgeSeconds: number,
  encryptionOf: (accounts: AccountServices) => Encryption,
): EncryptedCookie<z.infer<S>> {
  const isSecure = ({ config }: AccountServices, request: FastifyRequest) =>
    config.publicUrl?.startsWith('https:') === true || request.protocol === 'https'
  const nameOf = (accounts: AccountServices, request: FastifyRequest) => (isSecure(accounts, request) ? `__Host-${name}` : name)
  return {
    read(accounts, request) {
      const start = `${nameOf(accounts, request)}=`
      const cookie = (request.headers.cookie ?? '').split('; ').find((pair) => pair.startsWith(start))
      if (cookie === undefined) return null
      try {
        return schema.parse(JSON.parse(encryptionOf(accounts).decrypt(cookie.slice(start.length))))
      } catch {
        return null
      }
    },
    write: (accounts, request, value) =>
      [
        `${nameOf(accounts, request)}=${value === null ? '' : encryptionOf(accounts).encrypt(JSON.stringify(value))}`,
        `Max-Age=${value === null ? 0 : maxAgeSeconds}`,
        'Path=/; HttpOnly; SameSite=Lax',
        ...(isSecure(accounts, request) ? ['Secure'] : []),
      ].join('; '),
  }
}
