import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useState } from 'react'
import { usePicture } from '#platform/web/api/use-picture.ts'

/** The photo of a time that a recipe was made, which a tap enlarges. Nothing until it is loaded. */
export function CookingPhoto({ address, day }: { address: string; day: string }) {
  const [isLarge, setLarge] = useState(false)
  const photo = usePicture(address)
  if (photo === null) return null
  return (
    <button
      type="button"
      aria-expanded={isLarge}
      aria-label={t`Photo from ${day}`}
      onClick={() => setLarge(!isLarge)}
      className={clsx('block shrink-0 overflow-hidden rounded-tile bg-sunken', isLarge ? 'w-full' : 'size-20')}
    >
      <img src={photo} alt="" className={isLarge ? 'max-h-[60vh] w-full object-contain' : 'size-full object-cover'} />
    </button>
  )
}
