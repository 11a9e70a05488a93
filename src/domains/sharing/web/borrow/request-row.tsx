import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ban, CircleCheck, CircleX, Clock, Gift, HandHelping, Hourglass, type LucideIcon } from 'lucide-react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import type { BorrowRequest, BorrowStatus } from '../../contract/index.ts'
import { borrowLabels, RequestActions } from './request-actions.tsx'
import { formatMoment, ingredientOf } from './request-format.ts'

export function RequestRow({ request }: { request: BorrowRequest }) {
  const isMine = request.side === 'requester'
  const other = isMine ? request.lender : request.requester
  const isOpen = request.status === 'PENDING' || request.status === 'ACCEPTED'
  return (
    <li className="flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <IngredientGlyph name={ingredientOf(request)} category={request.item.ingredient.category} />
        <h2 className="min-w-0 flex-1 self-center text-lg leading-snug font-semibold break-words">{ingredientOf(request)}</h2>
        <span className="flex flex-col items-end gap-1.5">
          <BorrowStatusBadge status={request.status} />
          {request.isGift ? (
            <Badge icon={Gift}>
              <Trans>Gift</Trans>
            </Badge>
          ) : null}
        </span>
      </div>
      {/* Below the name, so that a long text gets the full width. */}
      <div className="text-sm text-ink-soft">
        <p className="break-words">
          {isMine ? (
            <Trans>
              <Amount request={request} /> from {whoOf(fullName(other), request)}
            </Trans>
          ) : (
            <Trans>
              <Amount request={request} /> for {whoOf(fullName(other), request)}
            </Trans>
          )}
        </p>
        {other.email ? (
          <a href={`mailto:${other.email}`} className="underline decoration-line hover:text-ink">
            <EmailAddress email={other.email} />
          </a>
        ) : null}
      </div>
      {request.isLinked && isMine && request.status === 'ACCEPTED' ? (
        <p className="text-sm text-ink-soft">
          <Trans>When you get it, they mark it as handed over, and it’s added to your inventory.</Trans>
        </p>
      ) : null}
      {request.message ? <p className="rounded-control bg-sunken px-4 py-2.5 break-words">{request.message}</p> : null}
      <p className="text-sm text-ink-soft">
        <Trans>Asked {formatMoment(request.createdAt)}</Trans>
        {isOpen
          ? ` · ${t`Expires ${formatMoment(request.expiresAt)}`}`
          : request.status === 'EXPIRED'
            ? ` · ${t`Expired ${formatMoment(request.expiresAt)}`}`
            : ''}
      </p>
      <RequestActions request={request} words={borrowLabels} />
    </li>
  )
}

/** A household on another server has one name only. */
const whoOf = (person: string, { isLinked, household }: BorrowRequest) =>
  isLinked ? t`${household.name} on another Larder` : `${person}, ${household.name}`

function Amount({ request }: { request: BorrowRequest }) {
  const { show } = useQuantityFormatter()
  return <span className="figures font-semibold text-ink">{show(request.quantity, request.unit)}</span>
}

const looks: Record<BorrowStatus, { tone: Tone; icon: LucideIcon; word: string }> = {
  PENDING: { tone: 'soon', icon: Hourglass, word: t`Pending` },
  ACCEPTED: { tone: 'herb', icon: HandHelping, word: t`Accepted` },
  REJECTED: { tone: 'late', icon: CircleX, word: t`Rejected` },
  COMPLETED: { tone: 'sky', icon: CircleCheck, word: t`Completed` },
  CANCELLED: { tone: 'stone', icon: Ban, word: t`Cancelled` },
  EXPIRED: { tone: 'stone', icon: Clock, word: t({ message: 'Expired', context: 'request' }) },
}

export function BorrowStatusBadge({ status }: { status: BorrowStatus }) {
  const { tone, icon, word } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

/** Lets a long e-mail address wrap before its @. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="break-words">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
