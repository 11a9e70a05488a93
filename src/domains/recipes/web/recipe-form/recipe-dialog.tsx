import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { QuotaNotice } from '#domains/households/web/index.ts'
import { imageProblem } from '#domains/scanning/web/index.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { changedFields, rowOf412 } from '#platform/web/api/concurrent-edits.ts'
import { type SubmitOnce, useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { useUnsavedChanges } from '#platform/web/forms/unsaved-changes.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { changeRecipe, type Recipe, type RecipeChange, type RecipeDraft } from '../../contract/index.ts'
import { createRecipe, editRecipe, setPhoto, useRecipe } from '../api/index.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { type FormTexts, formOf, readForm } from './recipe-form.ts'

/** Adds or edits a recipe. */
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
  const { data, error, refetch, isFetching } = useRecipe(mode === 'edit' ? id : null)
  const recipe = mode === 'edit' ? (data ?? null) : null
  return (
    <Dialog
      open={mode !== null}
      onOpenChange={(open) => open || onClose()}
      title={mode === 'edit' ? t`Edit Recipe` : t`Add Recipe`}
      size="large"
    >
      {mode === 'edit' && !recipe ? (
        error ? (
          <ErrorState error={error} title={t`Failed to load the recipe`} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <SkeletonRows rows={6} />
        )
      ) : (
        <RecipeEditor key={recipe?.id ?? 'new'} recipe={recipe} draft={null} onClose={onClose} onDone={onDone} />
      )}
    </Dialog>
  )
}

/**
 * The form. `draft` is an import's result, saved as a new recipe. For an existing recipe it sends only what was typed, with the version it was
 * based on: a change by another member rejects the first save and is shown before it can be overwritten.
 */
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
  const sendAs = useIdempotentSubmit()
  /** The last version the form has seen: at opening, after saving, or from a rejection; null before the first save. */
  const [known, setKnown] = useState(recipe)
  const was = formOf(known ?? draft)
  const [form, setForm] = useState<FormTexts>(was)
  const [picture, setPicture] = useState<File | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const photoProblem = picture && imageProblem(picture)
  const typed = changedFields(was, form)
  const leave = useUnsavedChanges(picture !== null || (known === null && draft !== null) || Object.keys(typed).length > 0, onClose)
  /** Continues with this version and keeps what was typed since `from`. */
  const follow = (row: Recipe, from: FormTexts) => {
    setKnown(row)
    setForm((now) => ({ ...formOf(row), ...changedFields(from, now) }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const read = readForm(form)
    setWrong(read.wrong)
    if (!read.draft || photoProblem) return
    setBusy(true)
    setTrouble(null)
    try {
      const saved = await saveFields(known, read.draft, typed, draft?.imageUrl ?? null, sendAs)
      // Before the photo: if that is rejected, only the photo is sent again.
      if (saved.recipe && saved.recipe !== known) follow(saved.recipe, form)
      if (picture) await setPhoto(saved.id, picture)
      onDone(saved.id)
    } catch (error) {
      const now = rowOf412(error, changeRecipe)
      if (now) follow(now, was)
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : []
      setWrong(Object.fromEntries(fields.map(({ path, message }) => [path.split('.')[0] ?? '', message])))
      setTrouble(errorMessage(error, t`Failed to save the recipe`))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="space-y-4" noValidate>
      {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
      {known === null ? <QuotaNotice name="recipes" /> : null}
      <QuotaNotice name="storedBytes" />
      <RecipeFields
        form={form}
        wrong={{ ...wrong, ...(photoProblem && { photo: photoProblem }) }}
        onChange={(part) => setForm({ ...form, ...part })}
        onPicture={setPicture}
      />
      <div className="flex justify-end gap-3">
        <Button type="button" variant="quiet" onClick={leave}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
          {t`Save Recipe`}
        </Button>
      </div>
    </form>
  )
}

/** Creates the recipe, or sends the typed fields of an existing one. Returns it as far as it is known; `known` itself if nothing changed. */
async function saveFields(
  known: Recipe | null,
  fields: RecipeChange & { name: string },
  typed: Partial<FormTexts>,
  imageUrl: string | null,
  sendAs: () => SubmitOnce,
): Promise<{ id: string; recipe: Recipe | undefined }> {
  if (known === null) return createRecipe({ ...fields, ...(imageUrl === null ? {} : { imageUrl }) }, sendAs())
  const changed = Object.fromEntries(Object.entries(fields).filter(([field]) => field in typed))
  return { id: known.id, recipe: Object.keys(changed).length === 0 ? known : await editRecipe(known, changed) }
}
