import { lazy, type ReactNode, Suspense } from 'react'

const PastDueSection = lazy(async () => ({ default: (await import('./past-due.tsx')).PastDueSection }))

/** Loads the question about lots long past their date after the page. Its children follow the question. */
export const PastDue = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={null}>
    <PastDueSection>{children}</PastDueSection>
  </Suspense>
)
