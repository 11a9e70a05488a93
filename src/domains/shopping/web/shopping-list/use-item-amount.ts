import { useMemo } from 'react'
import { ownUnitLabel } from '#domains/ingredients/rules/own-units.ts'
import { type ShownQuantity, useQuantityFormatter } from '#domains/settings/web/index.ts'
import { formatNumber } from '#platform/shared/say.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { type AmountToBuy, amountsToBuy } from '../../rules/group-same-items.ts'
import { readPackNote } from '../../rules/pack-in-note.ts'
import { formatPacks } from '../../rules/purchase-amount.ts'

/** A list stored by an older version has no `packs`. */
type ListedAmount = Omit<AmountToBuy, 'packs'> & Partial<Pick<AmountToBuy, 'packs'>>

interface ItemAmount {
  show: (item: ListedAmount) => string
  parts: (item: ListedAmount) => ShownQuantity
  /** What to buy of a row on screen: `3 l`, `1 tbsp + 40 g`, or nothing if no store sells so little. */
  showRow: (item: ShoppingItem) => string
}

/**
 * Formats what to buy by the user's preferences, in packs if the ingredient's or the note's are known: `2 cans`, `2 × 500 g`, `2 bottles`.
 */
export function useItemAmount(): ItemAmount {
  const { show, parts } = useQuantityFormatter()
  return useMemo(() => {
    const partsOf = ({ suggestedQuantity, unit, packs, note }: ListedAmount): ShownQuantity => {
      const { pack } = packs ? { pack: null } : readPackNote({ note, unit })
      if (pack !== null) return { value: formatNumber(suggestedQuantity), unit: ownUnitLabel(pack, suggestedQuantity), canonical: null }
      if (!packs) return parts(suggestedQuantity, unit)
      if (packs.name) return { value: String(packs.count), unit: ownUnitLabel(packs.name, packs.count), canonical: null }
      const one = parts(packs.quantity, packs.unit)
      return packs.count === 1 ? one : { ...one, value: `${packs.count} × ${one.value}` }
    }
    const showOne = (item: ListedAmount) => {
      if (item.packs) return formatPacks(item.packs, show)
      const { pack } = readPackNote({ note: item.note, unit: item.unit })
      if (pack === null) return show(item.suggestedQuantity, item.unit)
      const { value, unit } = partsOf(item)
      return `${value} ${unit}`
    }
    return { show: showOne, parts: partsOf, showRow: (item) => amountsToBuy(item).map(showOne).join(' + ') }
  }, [show, parts])
}

/** Returns a row's note without the pack that its amount says. */
export const shownNote = ({ note, unit, packs }: ListedAmount): string => (packs ? (note ?? '') : readPackNote({ note, unit }).note)
