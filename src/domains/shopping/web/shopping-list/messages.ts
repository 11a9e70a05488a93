import { plural, t } from '@lingui/core/macro'
import type { Priority, Reason, ShoppingStats } from '../../contract/index.ts'

export const reasonWords: Record<Reason, string> = {
  low_stock: t`Low stock`,
  expired: t`Expired`,
  missing: t`Missing`,
  below_par: t`Below minimum`,
  requested: t`Requested`,
}

export const priorityWords: Record<Priority, string> = { high: t`High`, medium: t`Medium`, low: t`Low` }

/** Shown for an unknown price; a zero would mean free. */
export const noPrice = '—'

export const unpricedWords = ({ unpricedItems }: ShoppingStats): string | null =>
  unpricedItems > 0 ? t`${unpricedItems} without a price` : null

export const countWords = (count: number): string => plural(count, { one: '# item', other: '# items' })
