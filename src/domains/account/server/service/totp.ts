import { createHmac, timingSafeEqual } from 'node:crypto'

const digits = 6
const periodSeconds = 30

/** The code of one half minute (RFC 6238, SHA-1, six digits). `secret` as the bytes of its text. */
export function codeAt(secret: string, seconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / periodSeconds)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** Whether a code is the present one, or its neighbour: clocks differ. */
export function isCode(secret: string, code: string, now: Date): boolean {
  const seconds = now.getTime() / 1000
  const given = Buffer.from(code)
  return [0, -periodSeconds, periodSeconds].some((drift) => {
    const right = Buffer.from(codeAt(secret, seconds + drift))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
