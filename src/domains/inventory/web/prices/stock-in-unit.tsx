import { t } from '@lingui/core/macro'
import { amountInUnit, type UnitChangeProps } from '#domains/ingredients/web/index.ts'
import { convert } from '#platform/shared/units.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { listLots } from '../../contract.ts'

/** Says what is in stock of an ingredient, in its unit and in another one, and whether some of it can't be converted. */
export default function StockInUnit({ ingredient: { id, name, defaultUnit }, unit, conversions }: UnitChangeProps) {
  const { data } = useEndpointQuery(listLots, { query: { search: name, limit: 200 } })
  const lots = (Array.isArray(data) ? data : (data?.items ?? [])).filter(({ ingredient }) => ingredient.id === id)
  const amounts = lots.flatMap((lot) => convert(lot.quantity, lot.unit, defaultUnit, conversions) ?? [])
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  const stock = sum === 0 ? null : amountInUnit(sum, defaultUnit, unit, conversions)
  return (
    <>
      {stock === null ? null : <span className="block">{t`In stock: ${stock}`}</span>}
      {amounts.length === lots.length ? null : <span className="block">{t`Some items in stock can’t be converted.`}</span>}
    </>
  )
}
