import { type ComponentType, createContext } from 'react'
import type { Lot } from '../../contract.ts'

interface ShelfPhotoProps {
  place: string
  /** All items of the place. */
  lots: readonly Lot[]
  isChecked: (lot: Lot) => boolean
  onConfirm: (seen: readonly Lot[]) => void
}

/** Confirms what a photo of the shelf shows. Provided by the app, since scanning is a later domain. */
export const ShelfPhotoContext = createContext<ComponentType<ShelfPhotoProps> | null>(null)
