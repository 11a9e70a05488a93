import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { ApiError, sentenceOf } from '#platform/web/call.ts'
import { useSameAct } from '#platform/web/same-act.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { SkeletonRows } from '#platform/web/ui/states.tsx'
import type { Recipe, RecipeDraft } from '../../contract.ts'
import { add, change, setPhoto, useRecipe } from '../api.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { draftOfForm, type FormTexts, formOf } from './recipe-form.ts'

/** Adds a recipe or changes one. */
export function RecipeDialog({
  id,
  mode,
  onClose,
  onDone,
}: {
  id: string | null
  mode: 'edit' | 'new' | null
  onClose: () => void
  onDone: (id: string) => void
}) {
  const { data } = useRecipe(mode === 'edit' ? id : null)
  const recipe = mode === 'edit' ? (data ?? null) : null
  return (
    <Dialog
      open={mode !== null}
      onOpenChange={(open) => open || onClose()}
      title={mode === 'edit' ? t`Edit Recipe` : t`Add Recipe`}
      size="large"
    >
      {mode === 'edit' && !recipe ? (
        <SkeletonRows rows={6} />
      ) : (
        <RecipeEditor key={recipe?.id ?? 'new'} recipe={recipe} draft={null} onClose={onClose} onDone={onDone} />
      )}
    </Dialog>
  )
}

/** The form itself; `draft`: what an import read, to be saved as a new recipe. */
export function RecipeEditor({
  recipe,
  draft,
  onClose,
  onDone,
}: {
  recipe: Recipe | null
  draft: RecipeDraft | null
  onClose: () => void
  onDone: (id: string) => void
}) {
  const [kept, setKept] = useState(recipe)
  const sameAct = useSameAct()
  const [form, setForm] = useState<FormTexts>(() => formOf(recipe ?? draft))
  const [picture, setPicture] = useState<File | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const read = draftOfForm(form)
    setWrong(read.wrong)
    if (!read.draft) return
    setBusy(true)
    setTrouble(null)
    try {
      const imageUrl = draft?.imageUrl ?? null
      const saved = kept
        ? await change(kept, read.draft)
        : await add({ ...read.draft, ...(imageUrl === null ? {} : { imageUrl }) }, sameAct())
      // Should only its picture fail, it is there: saving again changes it and adds no other.
      setKept(saved)
      if (picture) await setPhoto(saved.id, picture)
      onDone(saved.id)
    } catch (error) {
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : []
      setWrong(Object.fromEntries(fields.map(({ path, message }) => [path.split('.')[0] ?? '', message])))
      setTrouble(sentenceOf(error, t`Failed to save the recipe`))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="space-y-4" noValidate>
      {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
      <RecipeFields form={form} wrong={wrong} onChange={(part) => setForm({ ...form, ...part })} onPicture={setPicture} />
      <div className="flex justify-end gap-3">
        <Button type="button" variant="quiet" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
          {t`Save Recipe`}
        </Button>
      </div>
    </form>
  )
}
