import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Archive, type LucideIcon, Refrigerator, Snowflake } from 'lucide-react'
import type { Storage } from '../../contract/index.ts'
import { translateLocation } from '../../rules/location-names.ts'

export const storageWords: Record<Storage, string> = { PANTRY: t`Pantry`, FRIDGE: t`Fridge`, FREEZER: t`Freezer` }
export const storageIcons: Record<Storage, LucideIcon> = { PANTRY: Archive, FRIDGE: Refrigerator, FREEZER: Snowflake }

/** Returns the location, or the storage if there is none. */
export const locationText = ({ location, storage }: { location: string; storage: Storage }): string =>
  translateLocation(location) || storageWords[storage]

/** Lets a `LocationLabel` take as many lines as it needs, where nothing else shows all of it. */
export const wholeLocation = 'max-w-full items-start! [&>svg]:mt-1 [&>span]:whitespace-normal [&>span]:wrap-anywhere'

/** A location with an icon for its storage. */
export function LocationLabel({ location, storage, className }: { location: string; storage: Storage; className?: string }) {
  const Icon = storageIcons[storage]
  return (
    <span className={clsx('inline-flex min-w-0 items-center gap-1.5', className)}>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <span className="truncate">{locationText({ location, storage })}</span>
      {location && translateLocation(location) !== storageWords[storage] ? (
        <span className="sr-only">, {storageWords[storage]}</span>
      ) : null}
    </span>
  )
}
