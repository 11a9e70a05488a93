import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

/** What is signed: a message, the response to one, or a statement about a loan, so that none passes as another. */
export type SignedType = 'larder-message' | 'larder-reply' | 'larder-loan'

const encode = (text: string) => Buffer.from(text).toString('base64url')

/** Creates an Ed25519 key pair for one link. `privateKey` is to be stored encrypted. */
export function createLinkKeys(): { publicKey: string; privateKey: string } {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { publicKey: x, privateKey: d }
}

function publicKeyOf(key: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  } catch {
    return null
  }
}

/** Signs a payload as a compact JWS with EdDSA (RFC 7515, RFC 8037). */
export function signMessage(
  type: SignedType,
  payload: object,
  { publicKey, privateKey }: { publicKey: string; privateKey: string },
): string {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey }, format: 'jwk' })
  const text = `${encode(JSON.stringify({ alg: 'EdDSA', typ: type }))}.${encode(JSON.stringify(payload))}`
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

function parseJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

const isHeaderOf = (header: unknown, type: SignedType): boolean =>
  typeof header === 'object' &&
  header !== null &&
  Object.keys(header).length === 2 &&
  'alg' in header &&
  header.alg === 'EdDSA' &&
  'typ' in header &&
  header.typ === type

/** Returns the payload without checking the signature, to find out whose key to check it with. */
export const readUnverified = (message: string): unknown => parseJson(message.split('.')[1] ?? '')

/** Returns the payload; null if it wasn't signed with this key as this type. */
export function verifyMessage(type: SignedType, message: string, publicKey: string): unknown {
  const [header = '', payload = '', signature = '', ...others] = message.split('.')
  const key = publicKeyOf(publicKey)
  if (others.length > 0 || key === null || !isHeaderOf(parseJson(header), type)) return null
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
  return isSigned ? parseJson(payload) : null
}

/** Returns the start of a key's hash, for people to compare: `3F2A 90C1 …`. 80 bits. */
export function fingerprintOf(publicKey: string): string {
  const hash = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 20).toUpperCase()
  return hash.match(/.{4}/g)?.join(' ') ?? ''
}
