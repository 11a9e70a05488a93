import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Ingredient } from '../../contract/index.ts'
import { findLikelyDuplicates } from '../../rules/likely-duplicates.ts'
import { useIngredients } from '../api/index.ts'
import { mergeWithUndo } from '../api/merge-with-undo.ts'

type Named = Pick<Ingredient, 'id' | 'name'>

/** Asks which ingredient is the same as `kept`, and makes it part of it. */
export function MergeDialog({ kept, onClose }: { kept: Ingredient; onClose: () => void }) {
  const { likely, others } = useOtherIngredients(kept)
  const [chosen, setChosen] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = chosen ?? likely[0]?.id ?? ''
  const merged = [...likely, ...others].find((one) => one.id === id)
  const merge = async (one: Named) => {
    setBusy(true)
    try {
      await mergeWithUndo(kept, one)
      onClose()
    } catch (error) {
      setFailure(errorMessage(error, t`Couldn’t merge ${one.name}`))
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Merge into ${kept.name}`} size="small">
      <NeedsServer>
        <form
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            if (merged) void merge(merged)
          }}
        >
          {failure === null ? null : <Notice tone="error">{failure}</Notice>}
          <Select label={t`Which ingredient is the same?`} value={id} onChange={({ target }) => setChosen(target.value)}>
            <option value="">{t`Choose an ingredient`}</option>
            {likely.length > 0 ? <IngredientOptions label={t`Probably the same`} ingredients={likely} /> : null}
            <IngredientOptions label={t`All ingredients`} ingredients={others} />
          </Select>
          {merged ? (
            <p>
              <Trans>
                Items, barcodes, recipes and history of {merged.name} go to {kept.name}, which is also found as “{merged.name}” from now on.
                You can undo this.
              </Trans>
            </p>
          ) : null}
          <div className="flex justify-end gap-3">
            <Button variant="quiet" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" disabled={!merged} busy={busy} busyLabel={t`Merging...`}>
              <Trans>Merge</Trans>
            </Button>
          </div>
        </form>
      </NeedsServer>
    </Dialog>
  )
}

function IngredientOptions({ label, ingredients }: { label: string; ingredients: readonly Named[] }) {
  return (
    <optgroup label={label}>
      {ingredients.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

/** The household's other ingredients, those that may be the same apart. */
function useOtherIngredients(kept: Ingredient): { likely: Named[]; others: Named[] } {
  const { data } = useIngredients()
  return useMemo(() => {
    const rest = (data ?? []).filter(({ id }) => id !== kept.id)
    const likely = rest.filter((one) => findLikelyDuplicates([kept, one]).length > 0)
    return { likely, others: rest.filter(({ id }) => !likely.some((one) => one.id === id)) }
  }, [data, kept])
}
