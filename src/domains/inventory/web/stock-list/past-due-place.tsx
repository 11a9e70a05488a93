import { lazy, type ReactNode, Suspense } from 'react'

const Asked = lazy(async () => ({ default: (await import('./past-due.tsx')).PastDueAsked }))

/** Where the quiet question about lots long past their date stands; it comes after the page, and what is below it after the question. */
export const PastDue = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={null}>
    <Asked>{children}</Asked>
  </Suspense>
)
