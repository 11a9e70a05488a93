import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { BorrowRequest } from '../../contract/index.ts'
import { circleLabels, RequestActions } from './request-actions.tsx'
import { formatDay, formatMoment, ingredientOf } from './request-format.ts'
import { BorrowStatusBadge, EmailAddress } from './request-row.tsx'

const head = 'px-3 py-2.5 text-start text-sm font-semibold text-ink-soft first:ps-5 last:pe-5'
const cell = 'px-3 py-3 align-top first:ps-5 last:pe-5'

export function RequestsTable({ requests, isWide }: { requests: readonly BorrowRequest[]; isWide: boolean }) {
  const { show } = useQuantityFormatter()
  const [viewed, setViewed] = useState<string | null>(null)
  const view = (request: BorrowRequest) => (
    <Button variant="plain" aria-label={t`View: ${ingredientOf(request)}`} onClick={() => setViewed(request.id)}>
      <Trans>View</Trans>
    </Button>
  )
  const open = requests.find(({ id }) => id === viewed) ?? null
  return (
    <>
      {isWide ? (
        <div className="overflow-x-auto">
          <table className="w-full">
            <caption className="sr-only">
              <Trans>Borrow requests</Trans>
            </caption>
            <thead className="border-b border-line">
              <tr>
                {[t`Item`, t`Requester`, t`Lender`, t`Quantity`, t`Status`, t`Date`, t`Actions`].map((name) => (
                  <th key={name} scope="col" className={head}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {requests.map((request) => (
                <tr key={request.id}>
                  <td className={cell}>
                    <span className="font-semibold">{ingredientOf(request)}</span>
                    <span className="block text-sm text-ink-soft">{categoryLabel(request.item.ingredient.category)}</span>
                  </td>
                  <td className={cell}>
                    {fullName(request.requester)}
                    {request.requester.email ? (
                      <span className="block text-sm text-ink-soft">
                        <EmailAddress email={request.requester.email} />
                      </span>
                    ) : null}
                  </td>
                  <td className={cell}>{fullName(request.lender)}</td>
                  <td className={`${cell} figures whitespace-nowrap`}>{show(request.quantity, request.unit)}</td>
                  <td className={cell}>
                    <BorrowStatusBadge status={request.status} />
                  </td>
                  <td className={`${cell} text-sm whitespace-nowrap`}>{formatDay(request.createdAt)}</td>
                  <td className={cell}>
                    <div className="flex min-w-68 flex-wrap gap-2">
                      <RequestActions request={request} words={circleLabels} />
                      {view(request)}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {requests.map((request) => (
            <li key={request.id} className="space-y-3 p-4">
              <div className="flex items-start justify-between gap-3">
                <p className="min-w-0">
                  <span className="block font-semibold break-words">{ingredientOf(request)}</span>
                  <span className="text-sm break-words text-ink-soft">
                    <span className="figures">{show(request.quantity, request.unit)}</span> ·{' '}
                    {t`${fullName(request.requester)} from ${fullName(request.lender)}`} · {formatDay(request.createdAt)}
                  </span>
                </p>
                <BorrowStatusBadge status={request.status} />
              </div>
              <div className="flex flex-wrap gap-2">
                <RequestActions request={request} words={circleLabels} />
                {view(request)}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={open !== null}
        onOpenChange={(shown) => !shown && setViewed(null)}
        title={t`Borrow request`}
        description={open ? ingredientOf(open) : undefined}
      >
        {open ? <Details request={open} amount={show(open.quantity, open.unit)} /> : null}
      </Dialog>
    </>
  )
}

const nameAndEmail = (side: BorrowRequest['lender']) => [fullName(side), side.email].filter(Boolean).join(', ')

function Details({ request, amount }: { request: BorrowRequest; amount: string }) {
  const facts: [string, string][] = [
    [t`Item`, `${ingredientOf(request)} (${categoryLabel(request.item.ingredient.category)})`],
    [t`Quantity`, amount],
    [t`Requester`, nameAndEmail(request.requester)],
    [t`Lender`, nameAndEmail(request.lender)],
    [t`Date`, formatMoment(request.createdAt)],
    [t`Expires At`, formatMoment(request.expiresAt)],
    [t`Message`, request.message ?? '—'],
  ]
  return (
    <div className="space-y-4">
      <BorrowStatusBadge status={request.status} />
      <dl className="grid gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
