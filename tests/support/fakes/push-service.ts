import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A push subscription, with the keys that only the browser has. */
export interface Browser {
  readonly endpoint: string
  readonly keys: { p256dh: string; auth: string }
  /** Received messages, decrypted. */
  readonly messages: { title: string; body: string; url: string; tag: string; actions: { title: string; token: string }[] }[]
}

/** A push service on loopback. */
export interface PushService {
  readonly origin: string
  readonly browsers: readonly Browser[]
  browser(): Browser
  /** Sets the status of later responses: 201 accepts messages, 0 closes the connection without a response. */
  answer(status: number, headers?: Record<string, string>): void
  /** Counts all requests. */
  requestCount(): number
  /** Returns the last request's Authorization header. */
  authorization(): string | undefined
  stop(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const browsers: (Browser & { open(body: Buffer): string })[] = []
  let requestCount = 0
  let authorization: string | undefined
  let status = 201
  let headers: Record<string, string> = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requestCount++
      authorization = request.headers.authorization
      if (status === 0) return void request.socket.destroy()
      const browser = browsers.find(({ endpoint }) => endpoint.endsWith(request.url ?? '-'))
      const isSigned = /^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/.test(request.headers.authorization ?? '')
      const isRight = isSigned && request.headers['content-encoding'] === 'aes128gcm' && Number(request.headers['ttl']) > 0
      if (status === 201 && browser && isRight) browser.messages.push(JSON.parse(browser.open(Buffer.concat(chunks))))
      response.writeHead(status === 201 && !isRight ? 400 : browser ? status : 410, headers).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    browsers,
    browser() {
      const made = createBrowser(`${origin}/push/${randomBytes(8).toString('hex')}`)
      browsers.push(made)
      return made
    },
    answer(next, withHeaders = {}) {
      status = next
      headers = withHeaders
    },
    requestCount: () => requestCount,
    authorization: () => authorization,
    stop: () => new Promise((done) => server.close(() => done())),
  }
}

/** Decrypts as a browser does (RFC 8291). */
function createBrowser(endpoint: string): Browser & { open(body: Buffer): string } {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    endpoint,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    messages: [],
    open(body) {
      const salt = body.subarray(0, 16)
      const length = body.readUInt8(20)
      const theirs = body.subarray(21, 21 + length)
      const sealed = body.subarray(21 + length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs])
      const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32))
      const contentKey = Buffer.from(hkdfSync('sha256', key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16))
      const nonce = Buffer.from(hkdfSync('sha256', key, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
      const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8')
      // The text is followed by a 2 and any number of zeros.
      return text.slice(0, text.lastIndexOf('\u0002'))
    },
  }
}
