import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { type SuggestedShelfLife as Suggestion, suggestShelfLife } from '../../contract.ts'

const titles: Record<Suggestion['life'], string> = {
  pantryDays: t`In the pantry`,
  fridgeDays: t`In the fridge`,
  openedDays: t`After opening`,
}

/** Suggests shelf lives from what was used up and what spoiled. */
export default function SuggestedShelfLife({
  ingredient,
  onTake,
}: {
  ingredient: Ingredient
  onTake: (life: Suggestion['life'], days: number) => void
}) {
  const { data = [] } = useEndpointQuery(suggestShelfLife, { params: { id: ingredient.id } })
  return data.map(({ life, days, why }) => (
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
