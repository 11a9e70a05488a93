/** One thing a client asked of a lot, with what it was told. Times only order: an act that returned before another was begun came before it. */
export interface Act {
  /** Below 31. Asks for one thing at a time; whoever was left without an answer goes on under another number. */
  readonly client: number
  readonly begun: number
  /** Infinity where no answer came. */
  readonly returned: number
  readonly kind: 'take' | 'set' | 'read'
  /** Thousandths taken or set; what a read answered. */
  readonly milli: number
  /** Whether it was done; a read always is. Null where nobody was told: it may take effect at any time from its beginning on, or never. */
  readonly done: boolean | null
}

/** What a lot holds after an act; null when the act cannot have been answered so by a lot that held `milli`. */
function after(milli: number, act: Act): number | null {
  if (act.kind === 'read') return act.milli === milli ? milli : null
  const may = act.kind === 'take' ? milli >= act.milli : milli > 0
  if (act.done !== null && may !== act.done) return null
  if (!may) return milli
  return act.kind === 'take' ? milli - act.milli : act.milli
}

/**
 * Whether one order of the acts, each taking effect at a moment between its beginning and its return, explains every answer. A lot that is
 * empty is at its end: it takes no new count. Answers the act that no order explains; null when all is well.
 */
export function unexplained(start: number, acts: readonly Act[]): Act | null {
  const events = acts
    .flatMap((act) => [{ at: act.begun, act, isReturn: false }, ...(act.done === null ? [] : [{ at: act.returned, act, isReturn: true }])])
    // At the same moment, what begins may still come first: only what is certain counts as order.
    .toSorted((a, b) => a.at - b.at || Number(a.isReturn) - Number(b.isReturn))
  const open = new Map<number, Act>()
  /** What the lot may hold by now, with a bit for each client whose open act has had its effect already. */
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
