import { t } from '@lingui/core/macro'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { changeRecipe, type Recipe } from '../../contract/index.ts'
import { editRecipe } from '../api/index.ts'

/** What the household wrote about a recipe, and a way to write it without opening the whole form. */
export function RecipeNotes({ recipe, mayChange }: { recipe: Recipe; mayChange: boolean }) {
  const [isEditing, setEditing] = useState(false)
  if (recipe.notes === '' && !mayChange) return null
  return (
    <section aria-label={t`Notes`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="display text-xl">{t`Notes`}</h3>
        {mayChange ? (
          <Button variant="quiet" icon={<Pencil aria-hidden="true" className="size-5" />} onClick={() => setEditing(true)}>
            {recipe.notes === '' ? t`Add a note` : t`Edit notes`}
          </Button>
        ) : null}
      </div>
      {recipe.notes === '' ? null : <p className="mt-1 whitespace-pre-line">{recipe.notes}</p>}
      {isEditing ? (
        <Dialog open onOpenChange={(open) => open || setEditing(false)} title={t`Notes`} size="small">
          <NotesForm recipe={recipe} onClose={() => setEditing(false)} />
        </Dialog>
      ) : null}
    </section>
  )
}

function NotesForm({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const { field, known, isSubmitting, failure, leave, submit } = useForm({
    row: recipe,
    fieldsOf: ({ notes }) => ({ notes }),
    changedRowIn: (error) => currentRowFrom412(error, changeRecipe),
    onClose,
  })
  const save = submit(
    async ({ notes }, { changed }) => {
      if (changed.size > 0) await editRecipe(known, { notes: notes.trim() })
      onClose()
    },
    () => t`Failed to save the recipe`,
  )
  return (
    <form onSubmit={save} className="space-y-4" noValidate>
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <TextArea label={t`Notes on ${recipe.name}`} rows={5} maxLength={4000} {...field('notes')} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={leave}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`}>
          {t`Save`}
        </Button>
      </div>
    </form>
  )
}
