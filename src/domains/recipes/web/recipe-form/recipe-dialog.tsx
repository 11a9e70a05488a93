import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { QuotaNotice } from '#domains/households/web/index.ts'
import { imageProblem } from '#domains/scanning/web/index.ts'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { type SubmitOnce, useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { RestoredDraft } from '#platform/web/forms/restored-draft.tsx'
import { createFormResolver, pickChanged, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { StickyFormButtons } from '#platform/web/ui/sticky-form-buttons.tsx'
import { changeRecipe, type Recipe, type RecipeChange, type RecipeDraft } from '../../contract/index.ts'
import { createRecipe, editRecipe, setPhoto, useRecipe } from '../api/index.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { parseRecipeForm, recipeFormTexts } from './recipe-form.ts'

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
  areServingsAssumed = false,
  onClose,
  onDone,
}: {
  recipe: Recipe | null
  draft: RecipeDraft | null
  areServingsAssumed?: boolean
  onClose: () => void
  onDone: (id: string) => void
}) {
  const sendAs = useIdempotentSubmit()
  const [picture, setPicture] = useState<File | null>(null)
  const photoProblem = picture && imageProblem(picture)
  const form = useForm({
    row: recipe,
    fieldsOf: (row) => recipeFormTexts(row ?? draft),
    resolver: createFormResolver(parseRecipeForm),
    changedRowIn: (error) => currentRowFrom412(error, changeRecipe),
    draft: draft === null ? `recipe ${recipe?.id ?? ''}` : null,
    isUnsaved: picture !== null || (recipe === null && draft !== null),
    onClose,
  })
  const { known, isSubmitting, failure, leave, showSaved, submit } = form
  const save = submit(
    async (fields, { changed }) => {
      if (photoProblem) return
      const saved = await saveFields(known, fields, changed, draft?.imageUrl ?? null, sendAs)
      // Before the photo: if that is rejected, only the photo is sent again.
      if (saved.recipe && saved.recipe !== known) showSaved(saved.recipe)
      if (picture) await setPhoto(saved.id, picture)
      onDone(saved.id)
    },
    () => t`Failed to save the recipe`,
  )
  return (
    <form onSubmit={save} className="space-y-4" noValidate>
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <RestoredDraft form={form} />
      {known === null ? <QuotaNotice name="recipes" /> : null}
      <QuotaNotice name="storedBytes" />
      <RecipeFields
        form={form}
        areServingsAssumed={areServingsAssumed}
        isImport={draft !== null}
        photoProblem={photoProblem ?? undefined}
        onPicture={setPicture}
      />
      <StickyFormButtons>
        <Button type="button" variant="quiet" onClick={leave}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`}>
          {t`Save Recipe`}
        </Button>
      </StickyFormButtons>
    </form>
  )
}

/** Creates the recipe, or sends the typed fields of an existing one. Returns it as far as it is known; `known` itself if nothing changed. */
async function saveFields(
  known: Recipe | null,
  fields: RecipeChange & { name: string },
  changed: ReadonlySet<string>,
  imageUrl: string | null,
  sendAs: () => SubmitOnce,
): Promise<{ id: string; recipe: Recipe | undefined }> {
  if (known === null) return createRecipe({ ...fields, ...(imageUrl === null ? {} : { imageUrl }) }, sendAs())
  return { id: known.id, recipe: changed.size === 0 ? known : await editRecipe(known, pickChanged(fields, changed)) }
}
