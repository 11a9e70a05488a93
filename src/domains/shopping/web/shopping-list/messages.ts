import { plural, t } from '@lingui/core/macro'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import type { Priority, Reason, ShoppingStats } from '../../contract/index.ts'

export const reasonWords: Record<Reason, string> = {
  low_stock: t`Low stock`,
  expired: t`Expired`,
  missing: t`Missing`,
  below_par: t`Below minimum`,
  requested: t`Requested`,
}

export const priorityWords: Record<Priority, string> = { high: t`High`, medium: t`Medium`, low: t`Low` }

const formats = new Map<string, Intl.NumberFormat>()

/** Returns a formatter for amounts in the household's currency: `$3.20`. */
export function useMoney(): (amount: number) => string {
  const currency = useActiveHousehold()?.currency ?? 'USD'
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat(currentLocale(), { style: 'currency', currencyDisplay: 'narrowSymbol', currency })
    formats.set(currency, format)
  }
  return format.format
}

/** Shown for an unknown price; a zero would mean free. */
export const noPrice = '—'

export const unpricedWords = ({ unpricedItems }: ShoppingStats): string | null =>
  unpricedItems > 0 ? t`${unpricedItems} without a price` : null

export const countWords = (count: number): string => plural(count, { one: '# item', other: '# items' })
