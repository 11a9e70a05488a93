import { plural, t } from '@lingui/core/macro'
import { CalendarCheck, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { Cooking, Recipe } from '../../contract/index.ts'
import { useCookings } from '../api/cookings.ts'
import { CookingDialog } from './cooking-dialog.tsx'
import { CookingPhoto } from './cooking-photo.tsx'
import { RatingStars } from './recipe-head.tsx'

/** Shown until "Show all" is tapped. */
const shownAtFirst = 3

/** When a recipe was made, how it was, and what to remember. */
export function Cookings({ recipe, mayChange }: { recipe: Recipe; mayChange: boolean }) {
  const { data = [] } = useCookings(recipe.id)
  // The id of the one that is edited, or `new`.
  const [editedId, setEditedId] = useState<string | null>(null)
  const [isWhole, setWhole] = useState(false)
  if (data.length === 0 && !mayChange) return null
  const edited = data.find(({ id }) => id === editedId) ?? null
  const shown = isWhole ? data : data.slice(0, shownAtFirst)
  return (
    <section aria-label={t`Made it`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="display text-xl">
          {data.length === 0 ? t`Made it` : plural(data.length, { one: 'Made once', other: 'Made # times' })}
        </h3>
        {mayChange ? (
          <Button variant="quiet" icon={<CalendarCheck aria-hidden="true" className="size-5" />} onClick={() => setEditedId('new')}>
            {t`Add date`}
          </Button>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {shown.map((cooking) => (
          <CookingRow key={cooking.id} cooking={cooking} onEdit={mayChange ? () => setEditedId(cooking.id) : undefined} />
        ))}
      </ul>
      {shown.length < data.length ? (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t`Show all`}
        </Button>
      ) : null}
      {edited || editedId === 'new' ? (
        <CookingDialog key={editedId} recipe={recipe} cooking={edited} onClose={() => setEditedId(null)} />
      ) : null}
    </section>
  )
}

function CookingRow({ cooking, onEdit }: { cooking: Cooking; onEdit: (() => void) | undefined }) {
  const day = formatDay(cooking.date, useToday())
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="figures font-semibold first-letter:uppercase">{day}</span>
          <RatingStars rating={cooking.rating} />
        </div>
        {cooking.picture ? <CookingPhoto address={cooking.picture} day={day} /> : null}
        {cooking.notes === '' ? null : <p className="whitespace-pre-line text-ink-soft">{cooking.notes}</p>}
      </div>
      {onEdit ? <IconButton label={t`Edit ${day}`} icon={<Pencil aria-hidden="true" />} className="-my-1.5" onClick={onEdit} /> : null}
    </li>
  )
}
