import { useState } from 'react'
import type { ShoppingItem } from '../../contract/index.ts'

/**
 * Whether a row shows as checked, and sets what a tap made of it: the list, whose rows may all move, is rendered only after the tap was
 * painted. What the row itself says counts again as soon as it changes.
 */
export function useShownCheck(item: ShoppingItem): [isChecked: boolean, setChecked: (isChecked: boolean) => void] {
  const [tapped, setTapped] = useState<{ item: ShoppingItem; isChecked: boolean } | null>(null)
  if (tapped && tapped.item !== item) setTapped(null)
  const isChecked = tapped?.item === item ? tapped.isChecked : item.isChecked
  return [isChecked, (next) => setTapped({ item, isChecked: next })]
}
