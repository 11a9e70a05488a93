import { createHmac, timingSafeEqual } from 'node:crypto'

const digits = 6
const periodSeconds = 30

/** Returns the code at a Unix time in seconds (RFC 6238, SHA-1, six digits). The key is the bytes of `secret`'s text. */
export function codeAt(secret: string, seconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / periodSeconds)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** Returns a code's 30-second period since 1970: the current one or, because clocks differ, one next to it. Returns null for other codes. */
export function matchPeriod(secret: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / 1000 / periodSeconds)
  const input = Buffer.from(code)
  const found = [current, current - 1, current + 1].find((period) => {
    const expected = Buffer.from(codeAt(secret, period * periodSeconds))
    return input.length === expected.length && timingSafeEqual(input, expected)
  })
  return found ?? null
}
