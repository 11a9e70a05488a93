import { type ComponentProps, lazy, Suspense } from 'react'
import type { PictureActions as Actions, NewPictureField as NewPicture, PictureField as Picture } from './picture-field.tsx'

const PictureField = lazy(async () => ({ default: (await import('./picture-field.tsx')).PictureField }))
const NewPictureField = lazy(async () => ({ default: (await import('./picture-field.tsx')).NewPictureField }))
const PictureActions = lazy(async () => ({ default: (await import('./picture-field.tsx')).PictureActions }))

/** An ingredient's picture and its buttons, loaded on demand. */
export const LazyPictureField = (props: ComponentProps<typeof Picture>) => (
  <Suspense>
    <PictureField {...props} />
  </Suspense>
)

/** The same for something that isn't an ingredient yet. */
export const LazyNewPictureField = (props: ComponentProps<typeof NewPicture>) => (
  <Suspense>
    <NewPictureField {...props} />
  </Suspense>
)

/** The buttons alone, for anything that has a picture. */
export const LazyPictureActions = (props: ComponentProps<typeof Actions>) => (
  <Suspense>
    <PictureActions {...props} />
  </Suspense>
)
