/** An operation on a lot and its response. Times only order: one that returned before another began came first. */
export interface Act {
  /** Below 31. A client sends one request at a time, and gets a new number after one without a response. */
  readonly client: number
  readonly begun: number
  /** Infinity without a response. */
  readonly returned: number
  readonly kind: 'take' | 'set' | 'read'
  /** Thousandths used or counted; for a read its result. */
  readonly milli: number
  /** Whether it succeeded; a read always does. Null without a response: it may take effect at any time after it began, or never. */
  readonly done: boolean | null
}

/** Returns the lot's quantity after an operation, or null if a lot with `milli` can't respond like this. */
function after(milli: number, act: Act): number | null {
  if (act.kind === 'read') return act.milli === milli ? milli : null
  const may = act.kind === 'take' ? milli >= act.milli : milli > 0
  if (act.done !== null && may !== act.done) return null
  if (!may) return milli
  return act.kind === 'take' ? milli - act.milli : act.milli
}

/**
 * Returns the operation that no order explains, or null if there is an order in which each takes effect between its beginning and its
 * return. An empty lot has ended and rejects a new count.
 */
export function findUnexplained(start: number, acts: readonly Act[]): Act | null {
  const events = acts
    .flatMap((act) => [{ at: act.begun, act, isReturn: false }, ...(act.done === null ? [] : [{ at: act.returned, act, isReturn: true }])])
    // At the same instant beginnings come first: only what is certain counts as order.
    .toSorted((a, b) => a.at - b.at || Number(a.isReturn) - Number(b.isReturn))
  const open = new Map<number, Act>()
  /** The possible quantities, each with a bit for every client whose open operation has taken effect. */
  let states = new Map([[`${start} 0`, { milli: start, had: 0 }]])
  for (const { act, isReturn } of events) {
    if (!isReturn) {
      open.set(act.client, act)
      continue
    }
    const reached = new Map(states)
    const waiting = [...states.values()]
    for (let state = waiting.pop(); state; state = waiting.pop()) {
      for (const [client, other] of open) {
        if (state.had & (1 << client)) continue
        const milli = after(state.milli, other)
        if (milli === null) continue
        const next = { milli, had: state.had | (1 << client) }
        const key = `${next.milli} ${next.had}`
        if (reached.has(key)) continue
        reached.set(key, next)
        waiting.push(next)
      }
    }
    open.delete(act.client)
    states = new Map()
    for (const { milli, had } of reached.values()) {
      if (!(had & (1 << act.client))) continue
      const left = had & ~(1 << act.client)
      states.set(`${milli} ${left}`, { milli, had: left })
    }
    if (states.size === 0) return act
  }
  return null
}
