import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { invalidate, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { parseNumber } from '#platform/web/ui/number-input.tsx'
import { type SuggestedShelfLife as Suggestion, suggestShelfLife } from '../../contract.ts'
import { onStockChange } from '../api/stock-cache.ts'

const titles: Record<Suggestion['life'], string> = {
  pantryDays: t`In the pantry`,
  fridgeDays: t`In the fridge`,
  openedDays: t`After opening`,
}

/** Suggests shelf lives from what was used up and what spoiled, except those that the form already has. */
export default function SuggestedShelfLife({
  ingredient,
  entered,
  onTake,
}: {
  ingredient: Ingredient
  entered: Readonly<Record<Suggestion['life'], string>>
  onTake: (life: Suggestion['life'], days: number) => void
}) {
  useEffect(() => onStockChange(() => void invalidate(suggestShelfLife)), [])
  const { data = [] } = useEndpointQuery(suggestShelfLife, { params: { id: ingredient.id } }, { staleTime: 0 })
  const suggested = data.filter(({ life, days }) => parseNumber(entered[life]) !== days)
  return suggested.map(({ life, days, why }) => (
    <div key={life} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-ink-soft">
      <p className="min-w-0 flex-1 basis-48">
        <span className="font-semibold text-ink">{titles[life]}: </span>
        {why}
      </p>
      <Button variant="plain" onClick={() => onTake(life, days)} className="-ms-4">
        <Plural value={days} one="Use # day" other="Use # days" />
      </Button>
    </div>
  ))
}
