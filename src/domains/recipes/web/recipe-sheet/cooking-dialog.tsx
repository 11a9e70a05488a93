import { t } from '@lingui/core/macro'
import { Trash2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useToday } from '#domains/households/web/index.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { pickChanged, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Cooking, Recipe } from '../../contract/index.ts'
import { addCooking, editCooking, removeCooking } from '../api/cookings.ts'
import { RatingStars } from './recipe-head.tsx'

interface Props {
  recipe: Recipe
  /** Null for a new one. */
  cooking: Cooking | null
  onClose: () => void
}

/** Notes that a recipe was made, or edits such a note. */
export function CookingDialog(props: Props) {
  return (
    <Dialog open onOpenChange={(open) => open || props.onClose()} title={props.recipe.name} size="small">
      <CookingForm {...props} />
    </Dialog>
  )
}

type Fields = { date: string; rating: number | null; notes: string }

function CookingForm({ recipe, cooking, onClose }: Props) {
  const today = useToday()
  const sendAs = useIdempotentSubmit()
  const { field, control, setValue, isSubmitting, failure, leave, submit } = useForm({
    row: cooking,
    fieldsOf: (row): Fields => ({ date: row?.date ?? today, rating: row?.rating ?? null, notes: row?.notes ?? '' }),
    onClose,
  })
  const [date, rating] = useWatch({ control, name: ['date', 'rating'] })
  const save = submit(
    async (fields, { changed }) => {
      const typed = { ...fields, notes: fields.notes.trim() }
      if (!cooking) await addCooking(recipe, typed, sendAs())
      else if (changed.size > 0) await editCooking(recipe, cooking, pickChanged(typed, changed))
      onClose()
    },
    () => t`Failed to save`,
  )
  const remove = submit(
    async () => {
      if (cooking) await removeCooking(recipe, cooking)
      onClose()
    },
    () => t`Failed to remove`,
  )
  return (
    <form onSubmit={save} className="space-y-4" noValidate>
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <DateInput today={today} label={t`Made on`} max={today} {...field('date')} />
      <div>
        <p className="font-semibold">{t`How was it?`}</p>
        <RatingStars rating={rating} onRate={(stars) => setValue('rating', stars, { shouldDirty: true })} />
      </div>
      <TextArea label={t`Notes`} rows={3} maxLength={2000} placeholder={t`Less salt next time`} {...field('notes')} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {cooking ? (
          <Button variant="quiet" icon={<Trash2 aria-hidden="true" className="size-5" />} className="sm:me-auto" onClick={() => remove()}>
            {t`Remove`}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={leave}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`} disabled={date === ''}>
          {t`Save`}
        </Button>
      </div>
    </form>
  )
}
