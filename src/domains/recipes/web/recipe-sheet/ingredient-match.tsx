import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useReply } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { matchIngredient } from '../api/index.ts'

/** Asks which of the household's ingredients a name in recipes refers to; the answer applies to every recipe. */
export function IngredientMatch({ food, onClose }: { food: string; onClose: () => void }) {
  const { data } = useReply(listIngredients, {})
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    try {
      await matchIngredient(food, chosen === '' ? null : chosen)
      onClose()
    } catch (error) {
      setTrouble(errorMessage(error, t`Failed to save the match`))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Which ingredient is “${food}”?`}
      description={t`We’ll remember this for all recipes.`}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} busyLabel={t`Saving...`} onClick={() => void save()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
      <Select label={t`Ingredient`} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        <option value="">{t`None of these`}</option>
        {(data ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Dialog>
  )
}
