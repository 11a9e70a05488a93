import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { totpCodeAt } from '#domains/account/server/use-cases/two-factor.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes a secret as an authenticator app does. */
export function fromBase32(text: string): string {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

export const codeOf = (secret: string): string => totpCodeAt(fromBase32(secret), Date.now() / 1000)
export const wrongCode = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const url64 = (data: Buffer) => data.toString('base64url')

/** Creates an authenticator with one passkey for an origin. Its results have the format a browser sends. */
export function createAuthenticator(origin: string, device = { isVerified: true }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let count = 0
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  /** Builds authenticator data: the flags (present, verified or not, and `more`) and the signature counter. */
  const head = (more: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++count)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([0x01 | (device.isVerified ? 0x04 : 0) | more]), counter])
  }
  const outside = { id: url64(id), rawId: url64(id), type: 'public-key', clientExtensionResults: {} }
  return {
    make(challenge: string) {
      const [px, py] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
      const cose = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), px, Buffer.from('225820', 'hex'), py])
      const known = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = Buffer.concat([head(0x40), known])
      // CBOR of {fmt: 'none', attStmt: {}, authData}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([data.length >> 8, data.length & 255]),
        data,
      ])
      const response = { clientDataJSON: url64(clientData('webauthn.create', challenge)), attestationObject: url64(attestation) }
      return { ...outside, response: { ...response, transports: ['internal'] } }
    },
    show(challenge: string) {
      const [clientDataBytes, data] = [clientData('webauthn.get', challenge), head(0)]
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataBytes)]), privateKey)
      const response = {
        clientDataJSON: url64(clientDataBytes),
        authenticatorData: url64(data),
        signature: url64(signature),
        userHandle: null,
      }
      return { ...outside, response }
    },
  }
}
