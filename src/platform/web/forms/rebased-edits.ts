import { useState } from 'react'

interface Draft<T> {
  /** The server's value with the local edits applied: what the form shows. */
  shown: T
  change(next: T): void
  /** Applies the local edits to the server's latest value: what to send. */
  applyTo(newest: T): T
  /** Drops the local edits after they were saved. */
  clear(): void
}

/** Edits settings that are saved as one object, possibly on two devices. Fields not edited here keep the other device's values. */
export function useDraft<T extends object>(now: T): Draft<T> {
  const [{ base, draft }, set] = useState({ base: now, draft: now })
  return {
    shown: rebase(base, draft, now),
    change: (next) => set({ base: now, draft: next }),
    applyTo: (newest) => rebase(base, draft, newest),
    clear: () => set({ base: now, draft: now }),
  }
}

const hasFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns `now` with the fields of `draft` that differ from `base`, recursively. */
function rebase<T>(base: T, draft: T, now: T): T {
  if (!hasFields(base) || !hasFields(draft) || !hasFields(now)) return Object.is(base, draft) ? now : draft
  return Object.fromEntries(Object.keys(draft).map((name) => [name, rebase(base[name], draft[name], now[name])])) as T
}
