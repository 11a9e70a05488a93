import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Tag } from 'lucide-react'
import { useRef } from 'react'
import { ComingFoodWarnings } from '#domains/diets/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { ScanResult } from '../../contract.ts'
import { linkToAddForm } from '../api.ts'
import { percent } from './recent-scans.tsx'

const previewLength = 100

type Alternative = ScanResult['alternatives'][number]

interface ConfirmItemProps {
  result: ScanResult | null
  onConfirm: (result: ScanResult) => void
  /** Opens the add form with the guess, to be corrected. */
  onEdit: (result: ScanResult) => void
  onAlternative: (result: ScanResult, alternative: Alternative) => void
  onClose: () => void
}

/** Shows what was recognized, with its confidence, for the user to confirm. */
export function ConfirmItemDialog({ result, onConfirm, onEdit, onAlternative, onClose }: ConfirmItemProps) {
  const shown = useRef(result)
  if (result !== null) shown.current = result
  const current = shown.current
  const [best] = current?.alternatives ?? []
  // An ingredient that is new to the household has only a name.
  const name = current?.ingredient?.name ?? best?.name
  const others = current?.ingredient
    ? current.alternatives.filter(({ id }) => id !== current.ingredient?.id)
    : (current?.alternatives.slice(1) ?? [])
  return (
    <Dialog
      open={result !== null}
      onOpenChange={(open) => open || onClose()}
      title={t`Confirm Item`}
      size="small"
      footer={
        current ? (
          <>
            <Button variant="quiet" onClick={() => onEdit(current)}>
              <Trans>Edit</Trans>
            </Button>
            <Button onClick={() => onConfirm(current)}>
              <Trans>Confirm</Trans>
            </Button>
          </>
        ) : null
      }
    >
      {current && name !== undefined ? (
        <div className="space-y-4">
          <div className="flex items-center gap-4">
            <IngredientGlyph name={name} category="" size="large" />
            <div className="min-w-0">
              <p className="display text-2xl">{name}</p>
              <p className="figures text-ink-soft">
                <Trans>{percent(current.confidence)} confidence</Trans>
              </p>
              {current.ingredient ? null : (
                <p className="text-sm text-ink-soft">
                  <Trans>New to your household</Trans>
                </p>
              )}
            </div>
          </div>
          <ComingFoodWarnings name={name} ingredientId={current.ingredient?.id ?? null} />
          {current.barcode ? (
            <p className="figures text-sm text-ink-soft">
              <Trans>Barcode {current.barcode}. Does it match the package?</Trans>
            </p>
          ) : null}
          {current.extractedText ? (
            <figure className="rounded-control bg-sunken px-4 py-3">
              <figcaption className="text-sm text-ink-soft">
                <Trans>Text in the photo</Trans>
              </figcaption>
              <blockquote className="mt-0.5">{preview(current.extractedText)}</blockquote>
            </figure>
          ) : null}
          {others.length > 0 ? (
            <div>
              <p className="mb-2 text-sm font-semibold">
                <Trans>Or choose one of these</Trans>
              </p>
              <div className="flex flex-wrap gap-2">
                {others.map((alternative) => (
                  <Button key={`${alternative.id} ${alternative.name}`} variant="quiet" onClick={() => onAlternative(current, alternative)}>
                    {alternative.name}
                  </Button>
                ))}
              </div>
            </div>
          ) : null}
        </div>
      ) : null}
    </Dialog>
  )
}

// Splits by code points, so that no emoji is cut in half.
const preview = (text: string) => [...text].slice(0, previewLength).join('')

/** Returns true if a user can name the result: it has a code or a photo to learn from. */
export const canBeNamed = ({ barcode, scanId }: ScanResult): boolean => barcode !== null || scanId !== null

/** Offers to name what wasn't recognized; the household remembers it. */
export function NameItem({ result }: { result: ScanResult }) {
  const { barcode, alternatives } = result
  const linkTo = (name?: string) => linkToAddForm(result, name === undefined ? {} : { name, edit: 'name' })
  return (
    <div className="space-y-3 rounded-control border border-line bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-56">
          {barcode ? <span className="figures font-semibold">{barcode}</span> : null}
          <span className="block text-sm text-ink-soft">
            {barcode
              ? t`We don’t recognize this barcode yet. Name it once and we’ll remember it.`
              : t`We don’t recognize this. Name it once and we’ll recognize it next time.`}
          </span>
        </p>
        <Link {...linkTo()} className={buttonClass('primary', 'max-sm:w-full')}>
          <Tag aria-hidden="true" className="size-4.5" />
          <Trans>Name this product</Trans>
        </Link>
      </div>
      {alternatives.length > 0 ? (
        <div>
          <p className="mb-2 text-sm font-semibold">
            <Trans>Or choose one of these</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            {alternatives.map(({ id, name }) => (
              <Link
                key={`${id} ${name}`}
                {...(id === null ? linkTo(name) : linkToAddForm({ ...result, ingredient: { id, name } }))}
                className={buttonClass('quiet')}
              >
                {name}
              </Link>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}
