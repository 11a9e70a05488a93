import { useState } from 'react'

interface Draft<T> {
  /** What is there now with what was changed here: what the fields show. */
  shown: T
  change(next: T): void
  /** What was changed here, on what the server has at this moment: what is sent. */
  on(newest: T): T
  /** What was changed here is saved. */
  clear(): void
}

/** Settings that are saved whole, and maybe from two devices: what another one saved meanwhile stays in all that was not changed here. */
export function useDraft<T extends object>(now: T): Draft<T> {
  const [{ base, draft }, set] = useState({ base: now, draft: now })
  return {
    shown: onTop(base, draft, now),
    change: (next) => set({ base: now, draft: next }),
    on: (newest) => onTop(base, draft, newest),
    clear: () => set({ base: now, draft: now }),
  }
}

const hasFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** `now` with whatever differs in `draft` from `base`, field by field. */
function onTop<T>(base: T, draft: T, now: T): T {
  if (!hasFields(base) || !hasFields(draft) || !hasFields(now)) return Object.is(base, draft) ? now : draft
  return Object.fromEntries(Object.keys(draft).map((name) => [name, onTop(base[name], draft[name], now[name])])) as T
}
