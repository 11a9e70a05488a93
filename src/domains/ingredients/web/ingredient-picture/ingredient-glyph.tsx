import clsx from 'clsx'
import { type ComponentType, useSyncExternalStore } from 'react'

// The pictures and the words they are found by come after the page: they are decoration.
let Picture: ComponentType<{ name: string; category: string }> | null = null
const tiles = new Set<() => void>()
let isAsked = false

function watch(tile: () => void): () => void {
  tiles.add(tile)
  if (!isAsked) {
    isAsked = true
    import('./ingredient-picture.tsx').then(
      ({ IngredientPicture }) => {
        Picture = IngredientPicture
        for (const draw of tiles) draw()
      },
      () => {
        // Asked for again with the next tile.
        isAsked = false
      },
    )
  }
  return () => void tiles.delete(tile)
}

/** A food's tile: its picture on its aisle's colour. Decoration: the name stands beside it. */
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
  const Drawn = useSyncExternalStore(watch, () => Picture)
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
