import { useActiveHousehold } from '#domains/households/web/index.ts'
import type { Priority, Reason, ShoppingStats } from '../../contract.ts'

export const reasonWords: Record<Reason, string> = {
  low_stock: 'Low stock',
  expired: 'Expired',
  missing: 'Missing',
  below_par: 'Below par',
  requested: 'Requested',
}

export const priorityWords: Record<Priority, string> = { high: 'High', medium: 'Medium', low: 'Low' }

const formats = new Map<string, Intl.NumberFormat>()

/** Money as this household writes it: `$3.20`. */
export function useMoney(): (amount: number) => string {
  const currency = useActiveHousehold()?.currency ?? 'USD'
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    formats.set(currency, format)
  }
  return format.format
}

/** `—` where no price is known: never a zero that reads as free. */
export const noPrice = '—'

export const unpricedWords = ({ unpricedItems }: ShoppingStats): string | null =>
  unpricedItems > 0 ? `${unpricedItems} without a price` : null

export const countWords = (count: number, one = 'item'): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`)
