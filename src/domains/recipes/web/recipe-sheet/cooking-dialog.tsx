import { t } from '@lingui/core/macro'
import { Camera, ImageOff, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useToday } from '#domains/households/web/index.ts'
import { LazyPictureActions } from '#domains/ingredients/web/index.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { pictureProblem } from '#platform/web/forms/picture-file.ts'
import { pickChanged, useForm } from '#platform/web/forms/use-form.ts'
import { useIsOffline } from '#platform/web/sync/needs-server.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PictureButton } from '#platform/web/ui/picture-button.tsx'
import type { Cooking, Recipe } from '../../contract/index.ts'
import { addCooking, editCooking, removeCooking, removeCookingPicture, setCookingPicture } from '../api/cookings.ts'
import { CookingPhoto } from './cooking-photo.tsx'
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
  const [picture, setPicture] = useState<File | null>(null)
  const [isQueued, setQueued] = useState(false)
  const { field, control, setValue, isSubmitting, failure, leave, submit, showSaved } = useForm({
    row: cooking,
    fieldsOf: (row): Fields => ({ date: row?.date ?? today, rating: row?.rating ?? null, notes: row?.notes ?? '' }),
    isUnsaved: picture !== null,
    onClose,
  })
  const [date, rating] = useWatch({ control, name: ['date', 'rating'] })
  const waitWithPhoto = () => {
    setPicture(null)
    setQueued(true)
  }
  const save = submit(
    async (fields, { known, changed }) => {
      const typed = { ...fields, notes: fields.notes.trim() }
      if (known && changed.size > 0) await editCooking(recipe, known, pickChanged(typed, changed))
      const added = known ? null : await addCooking(recipe, typed, sendAs())
      const saved = added?.cooking ?? (known && { ...known, ...typed })
      // If its photo is rejected, what is edited then is a change of the note.
      if (!cooking && saved) showSaved(saved)
      if (saved && picture) {
        if (added?.isQueued) return waitWithPhoto()
        await setCookingPicture(recipe, saved.id, picture)
      }
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
      {cooking ? (
        <div className="flex flex-wrap items-center gap-3">
          {cooking.picture ? <CookingPhoto address={cooking.picture} day={formatDay(cooking.date, today)} /> : null}
          <LazyPictureActions
            onPick={(file) => setCookingPicture(recipe, cooking.id, file)}
            onRemove={cooking.picture ? () => removeCookingPicture(recipe, cooking.id) : undefined}
          />
        </div>
      ) : isQueued ? (
        <Notice tone="info">{t`Saved on this device. Add the photo once the note has been sent.`}</Notice>
      ) : (
        <ChosenPicture picture={picture} onChange={setPicture} />
      )}
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

/** Chooses the photo of a new note, which is sent with it. */
function ChosenPicture({ picture, onChange }: { picture: File | null; onChange: (picture: File | null) => void }) {
  const isOffline = useIsOffline()
  const [problem, setProblem] = useState<string | null>(null)
  const hint = useId()
  const pick = (file: File) => {
    const rejected = pictureProblem(file)
    setProblem(rejected)
    if (rejected === null) onChange(file)
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <PictureButton disabled={isOffline} describedBy={isOffline ? hint : undefined} onPick={pick}>
          <Camera aria-hidden="true" className="size-4.5" /> {picture ? t`Replace picture` : t`Add a picture`}
        </PictureButton>
        {picture ? (
          <>
            <span className="min-w-0 truncate text-sm text-ink-soft">{picture.name}</span>
            <Button variant="plain" icon={<ImageOff aria-hidden="true" className="size-4.5" />} onClick={() => onChange(null)}>
              {t`Remove picture`}
            </Button>
          </>
        ) : null}
      </div>
      {isOffline ? (
        <p id={hint} className="text-sm text-ink-soft">
          {t`Pictures can be changed once you’re online.`}
        </p>
      ) : null}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
    </div>
  )
}
