import type { ReactNode } from 'react'

/** Buttons at the end of a dialog's form, sticky while the form scrolls. */
export function StickyFormButtons({ children }: { children: ReactNode }) {
  // Covers the dialog's bottom padding.
  return <div className="sticky -bottom-6 -mx-1 -mb-6 flex flex-wrap gap-2 bg-card px-1 pt-3 pb-6 sm:justify-end">{children}</div>
}
