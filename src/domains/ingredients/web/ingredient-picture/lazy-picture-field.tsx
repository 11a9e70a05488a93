import { type ComponentProps, lazy, Suspense } from 'react'
import type { NewPictureField as NewPicture, PictureField as Picture } from './picture-field.tsx'

const PictureField = lazy(async () => ({ default: (await import('./picture-field.tsx')).PictureField }))
const NewPictureField = lazy(async () => ({ default: (await import('./picture-field.tsx')).NewPictureField }))

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
