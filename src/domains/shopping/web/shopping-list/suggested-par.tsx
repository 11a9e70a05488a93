import { Trans } from '@lingui/react/macro'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { suggestPar } from '../../contract/index.ts'

/** Suggests a par level from past use. */
export default function SuggestedPar({ ingredient, onTake }: { ingredient: Ingredient; onTake: (par: number) => void }) {
  const { data } = useEndpointQuery(suggestPar, { params: { id: ingredient.id } })
  const { show } = useQuantityFormatter()
  if (!data || (data.suggestedPar === null && ingredient.parLevel !== null)) return null
  const { suggestedPar, unit, why } = data
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-1.5 text-sm text-ink-soft">
      <p className="min-w-0 flex-1 basis-48">
        {suggestedPar === null ? null : (
          <span className="font-semibold text-ink">
            <Trans>Suggested: {show(suggestedPar, unit)}. </Trans>
          </span>
        )}
        {why}
      </p>
      {suggestedPar === null || suggestedPar === ingredient.parLevel ? null : (
        <Button variant="plain" onClick={() => onTake(suggestedPar)} className="-ms-4">
          <Trans>Use {show(suggestedPar, unit)}</Trans>
        </Button>
      )}
    </div>
  )
}
