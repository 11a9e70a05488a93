import { busy } from './serve/crowd.ts'

/** Lets so many works run at once; the others wait in the order they came. Throws 429 `busy` when too many wait. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

export function turnstile(atOnce: number, maxWaiting: number): Turnstile {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce && waiting.length >= maxWaiting) throw busy()
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
