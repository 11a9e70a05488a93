import { lazy, Suspense } from 'react'

const Asked = lazy(async () => ({ default: (await import('./past-due.tsx')).PastDueAsked }))

/** Where the quiet question about lots long past their date stands; it comes after the page, which does not wait for it. */
export const PastDue = () => (
  <Suspense fallback={null}>
    <Asked />
  </Suspense>
)
