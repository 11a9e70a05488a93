import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Archive, type LucideIcon, Refrigerator, Snowflake } from 'lucide-react'
import type { Storage } from '../../contract/index.ts'

export const storageWords: Record<Storage, string> = { PANTRY: t`Pantry`, FRIDGE: t`Fridge`, FREEZER: t`Freezer` }
export const storageIcons: Record<Storage, LucideIcon> = { PANTRY: Archive, FRIDGE: Refrigerator, FREEZER: Snowflake }

const usual = new Map([
  ['Pantry', storageWords.PANTRY],
  ['Fridge', storageWords.FRIDGE],
  ['Freezer', storageWords.FREEZER],
])
/** A place as it was named; the three that the server names where nobody did are in the reader's language. */
export const locationWords = (location: string): string => usual.get(location) ?? location

/** The place in words; where none was named, its storage says it. */
export const placeOf = ({ location, storage }: { location: string; storage: Storage }): string =>
  locationWords(location) || storageWords[storage]

/** Where a lot is: the icon says pantry, fridge or freezer, the word which shelf of it. */
export function Place({ location, storage, className }: { location: string; storage: Storage; className?: string }) {
  const Icon = storageIcons[storage]
  return (
    <span className={clsx('inline-flex min-w-0 items-center gap-1.5', className)}>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <span className="truncate">{placeOf({ location, storage })}</span>
      {location && locationWords(location) !== storageWords[storage] ? <span className="sr-only">, {storageWords[storage]}</span> : null}
    </span>
  )
}
