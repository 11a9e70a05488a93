import { MapPin } from 'lucide-react'
import { storageIcons } from '#domains/ingredients/web/index.ts'
import type { ListedPlace } from '#domains/places/rules/list-places.ts'
import { usePicture } from '#platform/web/api/use-picture.ts'

/** A place's picture, or an icon of how cold it is. Decorative. */
export function PlaceGlyph({ listed: { place, storage } }: { listed: ListedPlace }) {
  const photo = usePicture(place?.picture ?? null)
  const Icon = storage === null ? MapPin : storageIcons[storage]
  return (
    <span aria-hidden="true" className="flex size-12 shrink-0 items-center justify-center rounded-tile bg-sunken text-ink-soft">
      {photo === null ? <Icon className="size-5.5" /> : <img src={photo} alt="" className="size-full rounded-[inherit] object-cover" />}
    </span>
  )
}
