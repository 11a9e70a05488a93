import clsx from 'clsx'
import { type ComponentType, useSyncExternalStore } from 'react'
import { once } from '#platform/shared/once.ts'
import { observable } from '#platform/web/session/observable.ts'

const picture = observable<ComponentType<{ id?: string | null | undefined; name: string; category: string }> | null>(null)
// Loaded after the page, since pictures are decorative.
const loadPicture = once(async () => picture.set((await import('./ingredient-picture.tsx')).IngredientPicture))

function watchPicture(watcher: () => void): () => void {
  // The next tile retries.
  loadPicture().catch(() => {})
  return picture.watch(watcher)
}

/** A decorative tile: with `id` the household's picture of that ingredient if it has one, otherwise a drawing on its category's color. */
export function IngredientGlyph({
  id,
  name,
  category,
  size = 'medium',
  className,
}: {
  id?: string | null | undefined
  name: string
  category: string
  size?: 'small' | 'medium' | 'large'
  className?: string
}) {
  const Picture = useSyncExternalStore(watchPicture, picture.get)
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'display inline-flex shrink-0 rounded-tile bg-sunken leading-none select-none',
        { small: 'size-8 text-base', medium: 'size-11 text-xl', large: 'size-16 text-3xl' }[size],
        className,
      )}
    >
      {Picture && <Picture id={id} name={name} category={category} />}
    </span>
  )
}
