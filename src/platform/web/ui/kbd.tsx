import type { ReactNode } from 'react'

/** A keyboard key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="figures inline-flex min-w-7 items-center justify-center rounded-md border border-edge/60 bg-card px-1.5 py-0.5 font-sans text-sm font-semibold text-ink-soft">
      {children}
    </kbd>
  )
}
