import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { getIngredient } from '../../contract/index.ts'
import { isProvisional } from '../../rules/provisional-id.ts'
import { changeIngredientWithUndo } from '../api/index.ts'
import { ParField } from './par-field.tsx'
import { ParHint } from './par-hint.tsx'

/** An ingredient's par level for the sheet of its stock. */
export function ParRow({ ingredientId }: { ingredientId: string }) {
  const { data: ingredient } = useEndpointQuery(getIngredient, { params: { id: ingredientId } })
  const setPar = (parLevel: number) => {
    if (ingredient)
      changeIngredientWithUndo(ingredient, { parLevel }, { parLevel }).catch((error: unknown) =>
        toast.fail(errorMessage(error, t`Couldn’t save ${ingredient.name}`)),
      )
  }
  if (isProvisional(ingredientId)) return null
  return (
    <div className="min-h-13 rounded-control border border-line py-1 pe-1 ps-4">
      {ingredient ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="text-sm text-ink-soft">
              <Trans>Keep at least</Trans>
            </span>
            <ParField ingredient={ingredient} />
          </div>
          <ParHint ingredient={ingredient} onTake={setPar} />
        </>
      ) : null}
    </div>
  )
}
