import { lazy, Suspense } from 'react'

const PictureField = lazy(async () => ({ default: (await import('./picture-field.tsx')).PictureField }))

/** An ingredient's picture and its buttons, loaded on demand. */
export const LazyPictureField = (props: { ingredientId: string; mayChange: boolean }) => (
  <Suspense>
    <PictureField {...props} />
  </Suspense>
)
