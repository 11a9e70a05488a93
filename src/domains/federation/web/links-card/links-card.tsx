import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { ErrorState } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { HouseholdLink } from '../../contract/index.ts'
import { refreshLinksOnEvents, useConfirmLink, useEndLink, useLinks } from '../api.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { describeEnd } from './describe-end.ts'
import { InviteDialog } from './invite-dialog.tsx'

/** How long an ended link is shown. */
const shownMs = 14 * 86_400_000
const isShown = ({ endedAt, endedBy }: HouseholdLink) =>
  endedAt === null || (endedBy !== 'us' && Date.now() - Date.parse(endedAt) < shownMs)

/** The households on other servers, for the page of circles. Renders nothing if the server doesn't allow any. */
export function LinksCard() {
  const links = useLinks()
  const mayEdit = useHasRole('ADMIN')
  const [open, setOpen] = useState<'invite' | 'accept' | null>(null)
  useEffect(() => refreshLinksOnEvents(), [])
  const shown = links.data?.links.filter(isShown) ?? []
  // Most servers have none, so nothing takes its place before it's known.
  if (links.isPending) return null
  if (links.data && !links.data.isOn && shown.length === 0) return null
  if (links.data?.isOn && shown.length === 0 && !mayEdit) return null
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Households on another Larder`} />
      {links.data === undefined ? (
        <ErrorState
          error={links.error}
          fallback={t`Couldn’t load the households on other servers.`}
          busy={links.isFetching}
          onRetry={() => void links.refetch()}
        />
      ) : (
        <>
          <p className="text-ink-soft">
            <Trans>
              Lend to and borrow from friends who run their own Larder. They see what you share with your circles, and nothing else.
            </Trans>
          </p>
          {links.data.isOn ? null : (
            <Notice tone="soon">
              <Trans>This server doesn’t link with others at the moment. Nothing is sent or received.</Trans>
            </Notice>
          )}
          {shown.length > 0 ? (
            <ul className="divide-y divide-line border-y border-line">
              {shown.map((link) => (
                <LinkRow key={link.id} link={link} mayEdit={mayEdit} />
              ))}
            </ul>
          ) : null}
          {mayEdit && links.data.isOn ? (
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" onClick={() => setOpen('invite')}>
                <Trans>Invite a household</Trans>
              </Button>
              <Button variant="quiet" onClick={() => setOpen('accept')}>
                <Trans>Enter an invitation</Trans>
              </Button>
            </div>
          ) : null}
        </>
      )}
      <InviteDialog open={open === 'invite'} onClose={() => setOpen(null)} />
      <AcceptDialog open={open === 'accept'} onClose={() => setOpen(null)} />
    </Card>
  )
}

function describeState({ state, endedBy, isUnreachable, syncedAt, expiresAt }: HouseholdLink): string {
  if (state === 'invited')
    return expiresAt === null ? t`Not accepted yet` : t`Not accepted yet. The invitation expires ${dayAhead(expiresAt)}.`
  if (state === 'joining') return isUnreachable ? t`Their server can’t be reached. Larder keeps trying.` : t`Waiting for them to confirm`
  if (state === 'waiting') return t`They accepted. Compare the fingerprint by phone, then confirm.`
  if (state === 'active') {
    if (isUnreachable) return t`Their server can’t be reached. Larder keeps trying.`
    return syncedAt === null ? t`Linked` : t`Linked, up to date ${relativeTimeOrDate(syncedAt)}`
  }
  return describeEnd(endedBy) ?? t`Ended`
}

const days = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' })
const dayAhead = (instant: string) => days.format(Math.max(0, Math.round((Date.parse(instant) - Date.now()) / 86_400_000)), 'day')

function LinkRow({ link, mayEdit }: { link: HouseholdLink; mayEdit: boolean }) {
  const [isEnding, setEnding] = useState(false)
  const confirm = useConfirmLink()
  const end = useEndLink()
  const name = link.name ?? link.host ?? t`Invitation`
  const params = { id: link.id }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Link2 aria-hidden="true" className="size-5 shrink-0 text-herb-ink" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm break-words text-ink-soft">
          {[link.name === null ? null : link.host, link.circle.name].filter(Boolean).join(' · ')}
        </p>
        <p className="text-sm break-words text-ink-soft">{describeState(link)}</p>
        {link.fingerprint !== null && link.state !== 'ended' ? (
          <p className="text-sm text-ink-soft">
            <Trans>
              Theirs: <code className="figures text-ink">{link.fingerprint}</code>
            </Trans>
            <br />
            <Trans>
              Yours: <code className="figures text-ink">{link.ownFingerprint}</code>
            </Trans>
          </p>
        ) : null}
      </div>
      {mayEdit && link.state !== 'ended' ? (
        <div className="flex gap-2">
          {link.state === 'waiting' ? (
            <Button
              busy={confirm.isPending}
              aria-label={t`Confirm: ${name}`}
              onClick={() =>
                confirm.mutateAsync({ params, body: { fingerprint: link.fingerprint ?? '' } }).then(
                  () => toast.done(t`Linked with ${name}.`),
                  (error: unknown) => toast.fail(errorMessage(error, t`Couldn’t confirm the link.`)),
                )
              }
            >
              <Trans>Confirm</Trans>
            </Button>
          ) : null}
          <Button
            variant="quiet"
            aria-label={link.state === 'active' ? t`End link: ${name}` : t`Withdraw: ${name}`}
            onClick={() => setEnding(true)}
          >
            {link.state === 'active' ? t`End link` : t`Withdraw`}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        title={t`End the link with ${name}?`}
        confirmLabel={t`End link`}
        danger
        fallback={t`Couldn’t end the link.`}
        onConfirm={() => end.mutateAsync({ params }).then(() => toast.done(t`Ended the link with ${name}.`))}
      >
        <Trans>
          You stop seeing each other’s food at once, and open requests are canceled. What is lent stays on both lists until it’s returned.
        </Trans>
      </ConfirmDialog>
    </li>
  )
}
