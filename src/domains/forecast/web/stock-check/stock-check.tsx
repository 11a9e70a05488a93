import { t } from '@lingui/core/macro'
import { useHasRole } from '#domains/households/web/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import type { Lot } from '#domains/inventory/contract.ts'
import { useLotAmount } from '#domains/inventory/web/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { listStockDoubts, type StockDoubt } from '../../contract.ts'
import { useLotAnswers } from './use-lot-answers.ts'

/**
 * Asks about the items of an ingredient and its kinds that are probably gone, and so aren't counted as stock. One tap confirms or removes each.
 * Shows nothing if there are none, and no buttons to viewers.
 */
export function StockCheck({ ingredientId }: { ingredientId: string }) {
  const { data = [] } = useEndpointQuery(listStockDoubts, {})
  const { data: ingredients = [] } = useEndpointQuery(listIngredients, {})
  const kindIds = new Set(ingredients.flatMap(({ id, parentId }) => (parentId === ingredientId ? id : [])))
  const { open, answer } = useLotAnswers(data.filter((doubt) => doubt.ingredientId === ingredientId || kindIds.has(doubt.ingredientId)))
  if (open.length === 0) return null
  return (
    <ul className="space-y-2">
      {open.map(({ about, lot }) => (
        <Check key={lot.id} doubt={about} lot={lot} onAnswer={(quantity) => void answer(lot, quantity)} />
      ))}
    </ul>
  )
}

function Check({ doubt, lot, onAnswer }: { doubt: StockDoubt; lot: Lot; onAnswer: (quantity: number) => void }) {
  const mayChange = useHasRole('MEMBER')
  const { show } = useLotAmount()
  const { name } = lot.ingredient
  const percent = Math.round(100 * doubt.gone)
  const amount = show(lot)
  const answer = (quantity: number) => (event: { currentTarget: HTMLElement }) => {
    // The pressed button goes away.
    event.currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()
    onAnswer(quantity)
  }
  return (
    <li className="rounded-xl bg-sunken px-3 py-2.5">
      <p className="text-sm">{t`${name}, ${amount}: probably gone (${percent}%), so it isn’t counted.`}</p>
      {mayChange ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="quiet" className="flex-1" aria-label={t`Still there: ${name}, ${amount}`} onClick={answer(lot.quantity)}>
            {t`Still there`}
          </Button>
          <Button variant="quiet" className="flex-1" aria-label={t`It’s gone: ${name}, ${amount}`} onClick={answer(0)}>
            {t`It’s gone`}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
