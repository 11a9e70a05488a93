import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, CircleCheck, Info, type LucideIcon, OctagonAlert, Trash2, TriangleAlert } from 'lucide-react'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { Ago } from '#platform/web/ui/ago.tsx'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { Alert, Severity } from '../../contract/index.ts'

const severityStyles: Record<Severity, { tone: Tone; icon: LucideIcon; label: string }> = {
  critical: { tone: 'late', icon: OctagonAlert, label: t`Critical` },
  high: { tone: 'soon', icon: TriangleAlert, label: t`High` },
  medium: { tone: 'sky', icon: CircleAlert, label: t`Medium` },
  low: { tone: 'stone', icon: Info, label: t`Low` },
}

export function AlertCard({ alert, onResolve, onRemove }: { alert: Alert; onResolve: () => void; onRemove: () => void }) {
  const { title, message, severity, ingredient, lotId, isResolved, createdAt } = alert
  const { tone, icon, label } = severityStyles[severity]
  return (
    <li className="flex items-start gap-3 px-4 py-3.5 sm:px-5">
      <IngredientGlyph name={ingredient.name} category={ingredient.category} />
      <div className="min-w-0 flex-1">
        <h3 className="display text-lg leading-snug break-words">
          {lotId ? (
            <Link to="/inventory" search={{ item: lotId }} className="text-ink no-underline hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="mt-0.5 break-words text-ink-soft">{message}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
          {isResolved ? (
            <Badge tone="herb" icon={CircleCheck}>
              <Trans>Resolved</Trans>
            </Badge>
          ) : (
            <Badge tone={tone} icon={icon}>
              {label}
            </Badge>
          )}
          <Ago at={createdAt} />
        </p>
      </div>
      <div className="-me-2 flex shrink-0 max-sm:flex-col">
        {isResolved ? null : (
          <IconButton label={t`Mark as resolved`} icon={<Check className="size-5" aria-hidden="true" />} onClick={onResolve} />
        )}
        <IconButton label={t`Delete alert`} variant="danger" icon={<Trash2 className="size-5" aria-hidden="true" />} onClick={onRemove} />
      </div>
    </li>
  )
}
