import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { ScanResult } from '../../contract/index.ts'
import { percent } from './recent-scans.tsx'

/** So much of what was read in the picture is shown. */
const previewLength = 100

type Alternative = ScanResult['alternatives'][number]

interface ConfirmItemProps {
  result: ScanResult | null
  onConfirm: (result: ScanResult) => void
  /** To the add form with the guess filled in, to be put right there. */
  onEdit: (result: ScanResult) => void
  onAlternative: (result: ScanResult, alternative: Alternative) => void
  onClose: () => void
}

/** What was recognised, and how surely: a person decides. */
export function ConfirmItem({ result, onConfirm, onEdit, onAlternative, onClose }: ConfirmItemProps) {
  const shown = useRef(result)
  if (result !== null) shown.current = result
  const now = shown.current
  const [best] = now?.alternatives ?? []
  // A food the household has yet to add has a name only.
  const name = now?.ingredient?.name ?? best?.name
  const others = now?.ingredient ? now.alternatives.filter(({ id }) => id !== now.ingredient?.id) : (now?.alternatives.slice(1) ?? [])
  return (
    <Dialog
      open={result !== null}
      onOpenChange={(open) => open || onClose()}
      title={t`Confirm Item`}
      size="small"
      footer={
        now ? (
          <>
            <Button variant="quiet" onClick={() => onEdit(now)}>
              <Trans>Edit</Trans>
            </Button>
            <Button onClick={() => onConfirm(now)}>
              <Trans>Confirm</Trans>
            </Button>
          </>
        ) : null
      }
    >
      {now && name !== undefined ? (
        <div className="space-y-4">
          <div className="flex items-center gap-4">
            <IngredientGlyph name={name} category="" size="large" />
            <div className="min-w-0">
              <p className="display text-2xl">{name}</p>
              <p className="figures text-ink-soft">
                <Trans>{percent(now.confidence)} confidence</Trans>
              </p>
              {now.ingredient ? null : (
                <p className="text-sm text-ink-soft">
                  <Trans>New to your household</Trans>
                </p>
              )}
            </div>
          </div>
          {now.barcode ? (
            <p className="figures text-sm text-ink-soft">
              <Trans>Barcode {now.barcode}. Does it match the package?</Trans>
            </p>
          ) : null}
          {now.extractedText ? (
            <figure className="rounded-control bg-sunken px-4 py-3">
              <figcaption className="text-sm text-ink-soft">
                <Trans>Text in the photo</Trans>
              </figcaption>
              <blockquote className="mt-0.5">{preview(now.extractedText)}</blockquote>
            </figure>
          ) : null}
          {others.length > 0 ? (
            <div>
              <p className="mb-2 text-sm font-semibold">
                <Trans>Or choose one of these</Trans>
              </p>
              <div className="flex flex-wrap gap-2">
                {others.map((alternative) => (
                  <Button key={`${alternative.id} ${alternative.name}`} variant="quiet" onClick={() => onAlternative(now, alternative)}>
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

// By letters as people see them: half an emoji is none.
const preview = (text: string) => [...text].slice(0, previewLength).join('')
