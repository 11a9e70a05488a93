import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Camera, Plus } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { LotExpiryBadge, type ShelfPhotoContext, useLotAmount } from '#domains/inventory/web/index.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PictureButton } from '#platform/web/ui/picture-button.tsx'
import { Spinner } from '#platform/web/ui/progress.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { readShelfPhoto, type SeenFood, type ShelfReading } from '../../contract.ts'
import { matchShelf, type SeenItem, type ShelfMatch } from '../../rules/match-shelf.ts'
import { usePhotoReading } from '../scan-photo/use-photo-reading.ts'

type Props = ComponentProps<NonNullable<ComponentProps<typeof ShelfPhotoContext>['value']>>
type Item = Props['lots'][number]

/** Reads a photo of the shelf and confirms, after a look, what it shows. What it doesn't show is left to check. */
export default function ShelfPhoto({ place, lots, isChecked, onConfirm }: Props) {
  const [shown, setShown] = useState<ShownReading | null>(null)
  const { isReading, failure, read } = usePhotoReading(readShelfPhoto, (reading) => {
    if (reading.seen.length + reading.unknownBarcodes.length === 0)
      return t`Couldn’t make out anything. Step closer, turn labels to the front and avoid reflections, or check item by item.`
    // Compared once: what is checked meanwhile is still recorded here.
    setShown({ ...reading, ...matchShelf(lots, reading.seen), at: Date.now() })
    return null
  })
  const hint = useId()
  return (
    <section aria-label={t`Check by photo`} className="flex flex-col gap-3">
      {isReading ? (
        <p role="status" className="flex min-h-20 items-center gap-3 text-ink-soft">
          <Spinner />
          <Trans>Looking at the photo. This takes a few seconds...</Trans>
        </p>
      ) : (
        <NeedsServer>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <PictureButton
              onPick={(picture) => {
                setShown(null)
                read(picture)
              }}
              describedBy={hint}
            >
              <Camera aria-hidden="true" className="size-5" />
              {shown ? <Trans>Take another photo</Trans> : <Trans>Check by photo</Trans>}
            </PictureButton>
            <p id={hint} className="min-w-48 flex-1 text-sm text-ink-soft">
              <Trans>Codes and names in print are read. You confirm what’s right.</Trans>
            </p>
          </div>
        </NeedsServer>
      )}
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      {shown && !isReading ? (
        <Result key={shown.at} place={place} lots={lots} isChecked={isChecked} shown={shown} onConfirm={onConfirm} />
      ) : null}
    </section>
  )
}

interface ShownReading extends Omit<ShelfReading, 'seen'>, ShelfMatch<Item> {
  at: number
}

function Result({ place, lots, isChecked, shown, onConfirm }: Props & { shown: ShownReading }) {
  const unchecked = new Set(lots.filter((lot) => !isChecked(lot)).map(({ id }) => id))
  const seen = shown.seen.filter(({ item }) => unchecked.has(item.id))
  const unseen = shown.unseen.filter(({ id }) => unchecked.has(id))
  const summary = useRef<HTMLParagraphElement>(null)
  const [chosen, setChosen] = useState(() => new Set(seen.flatMap(({ item, isLikely }) => (isLikely ? item.id : []))))
  const picked = seen.flatMap(({ item }) => (chosen.has(item.id) ? item : []))
  const choose = (id: string, isChosen: boolean) => setChosen(new Set([...chosen].filter((one) => one !== id).concat(isChosen ? id : [])))
  return (
    <div className="space-y-4 rounded-tile border border-line bg-sunken p-3.5">
      <p ref={summary} role="status" tabIndex={-1} className="text-sm text-ink-soft">
        <Trans>
          The photo shows {shown.seen.length} of {lots.length} items. It doesn’t show how much is left: adjust what isn’t as recorded.
        </Trans>
      </p>
      {seen.length > 0 ? (
        <fieldset className="min-w-0">
          <legend className="font-semibold">
            <Trans>In the photo</Trans>
          </legend>
          <ul className="divide-y divide-line">
            {seen.map((one) => (
              <SeenRow
                key={one.item.id}
                {...one}
                isChosen={chosen.has(one.item.id)}
                onChoose={(isChosen) => choose(one.item.id, isChosen)}
              />
            ))}
          </ul>
          <Button
            className="mt-2"
            disabled={picked.length === 0}
            onClick={() => {
              onConfirm(picked)
              // The button goes with its rows.
              summary.current?.focus()
            }}
          >
            {plural(picked.length, { one: 'Confirm # item', other: 'Confirm # items' })}
          </Button>
        </fieldset>
      ) : null}
      {unseen.length > 0 ? (
        <p className="text-sm text-ink-soft">
          <span className="font-semibold text-ink">
            <Trans>Not seen, perhaps hidden:</Trans>
          </span>{' '}
          {[...new Set(unseen.map(({ ingredient }) => ingredient.name))].join(', ')}
        </p>
      ) : null}
      {shown.others.length + shown.unknownBarcodes.length > 0 ? (
        <Others place={place} foods={shown.others} codes={shown.unknownBarcodes} />
      ) : null}
      {shown.isComplete ? null : (
        <Notice tone="soon">
          <Trans>There was only time for a part of the photo.</Trans>
        </Notice>
      )}
    </div>
  )
}

function SeenRow({
  item,
  seen,
  isOneOfSeveral,
  isChosen,
  onChoose,
}: SeenItem<Item> & { isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const { show } = useLotAmount()
  const today = useToday()
  return (
    <li className="flex items-center justify-between gap-3 py-1">
      <Checkbox
        label={`${item.ingredient.name}, ${show(item)}`}
        hint={isOneOfSeveral ? t`${evidenceText(seen)}. You have several: is it this one?` : evidenceText(seen)}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
        className="min-w-0 flex-1"
      />
      <LotExpiryBadge lot={item} today={today} className="shrink-0" />
    </li>
  )
}

function evidenceText({ evidence, confidence }: SeenFood): string {
  const percent = Math.round(confidence * 100)
  if (evidence === 'barcode') return t`Its barcode was read`
  return evidence === 'print' ? t`Its name is in print (${percent}% sure)` : t`Looks like it (${percent}% sure)`
}

function Others({ place, foods, codes }: { place: string; foods: readonly SeenFood[]; codes: readonly string[] }) {
  const rows = [
    ...foods.map(({ name, ingredientId, barcode, ...food }) => ({
      key: ingredientId ?? name,
      name,
      hint: evidenceText({ name, ingredientId, barcode, ...food }),
      search: { ...(ingredientId === null ? { name } : { ingredient: ingredientId }), ...(barcode === null ? {} : { barcode }) },
    })),
    ...codes.map((code) => ({ key: code, name: t`Barcode ${code}`, hint: t`Not known yet`, search: { barcode: code } })),
  ]
  return (
    <div>
      <p className="font-semibold">
        <Trans>Perhaps also here, but not recorded</Trans>
      </p>
      <ul className="divide-y divide-line">
        {rows.map(({ key, name, hint, search }) => (
          <li key={key} className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0">
              {name}
              <span className="block text-sm text-ink-soft">{hint}</span>
            </span>
            <Link to="/inventory/add" search={{ ...search, location: place }} className={buttonClass('plain')} aria-label={t`Add ${name}`}>
              <Plus aria-hidden="true" className="size-5" />
              <Trans>Add</Trans>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
