import clsx from 'clsx'
import { useState } from 'react'
import { usePicture } from '../api/use-picture.ts'

interface PictureProps {
  address: string
  label: string
  /** The class of the size while it is small. */
  size: string
}

/** A picture of the household, which a tap enlarges. Nothing until it is loaded. */
export function EnlargeablePicture({ address, label, size }: PictureProps) {
  const [isLarge, setIsLarge] = useState(false)
  const picture = usePicture(address)
  if (picture === null) return null
  return (
    <button
      type="button"
      aria-expanded={isLarge}
      aria-label={label}
      onClick={() => setIsLarge(!isLarge)}
      className={clsx('block shrink-0 overflow-hidden rounded-tile bg-sunken', isLarge ? 'w-full' : size)}
    >
      <img src={picture} alt="" className={isLarge ? 'max-h-[60vh] w-full object-contain' : 'size-full object-cover'} />
    </button>
  )
}
