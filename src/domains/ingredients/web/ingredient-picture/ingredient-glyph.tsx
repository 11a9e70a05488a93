import clsx from 'clsx'
import { type ComponentType, useSyncExternalStore } from 'react'

// Loaded after the page, since pictures are decorative.
let Picture: ComponentType<{ name: string; category: string }> | null = null
const listeners = new Set<() => void>()
let isLoading = false

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isLoading) {
    isLoading = true
    import('./ingredient-picture.tsx').then(
      ({ IngredientPicture }) => {
        Picture = IngredientPicture
        for (const notify of listeners) notify()
      },
      () => {
        // The next tile retries.
        isLoading = false
      },
    )
  }
  return () => void listeners.delete(listener)
}

/** A decorative tile with the ingredient's picture on its category's color. */
export function IngredientGlyph({
  name,
  category,
  size = 'medium',
  className,
}: {
  name: string
  category: string
  size?: 'small' | 'medium' | 'large'
  className?: string
}) {
  const Drawn = useSyncExternalStore(subscribe, () => Picture)
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'display inline-flex shrink-0 rounded-tile bg-sunken leading-none select-none',
        { small: 'size-8 text-base', medium: 'size-11 text-xl', large: 'size-16 text-3xl' }[size],
        className,
      )}
    >
      {Drawn && <Drawn name={name} category={category} />}
    </span>
  )
}
