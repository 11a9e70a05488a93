import type { ReactNode } from 'react'

/** The buttons at the end of a form in a dialog: they stay in sight while the form scrolls under them. */
export function SheetActions({ children }: { children: ReactNode }) {
  // Covers the dialog's own bottom padding, where the form would show through.
  return <div className="sticky -bottom-6 -mx-1 -mb-6 flex gap-2 bg-card px-1 pt-3 pb-6 sm:justify-end">{children}</div>
}
