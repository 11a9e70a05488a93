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

/** Which half minute since 1970 a code is of: the present one or its neighbour, for clocks differ; null for any other code. */
export function matchPeriod(secret: string, code: string, now: Date): number | null {
  const present = Math.floor(now.getTime() / 1000 / periodSeconds)
  const input = Buffer.from(code)
  const found = [present, present - 1, present + 1].find((period) => {
    const right = Buffer.from(codeAt(secret, period * periodSeconds))
    return input.length === right.length && timingSafeEqual(input, right)
  })
  return found ?? null
}
