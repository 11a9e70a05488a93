import { t } from '@lingui/core/macro'
import { Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useActiveHousehold, useToday } from '#domains/households/web/index.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ErrorState } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { OneTimeLink } from '#platform/web/ui/one-time-link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { NamedList } from '../../contract/index.ts'
import { createGuestLink, endGuestLink, useGuestLinks } from '../api/guest-links.ts'

/** Creates and ends links with which a guest uses a list for a day; null for the shopping list itself. */
export function GuestLinksSheet({ list: openedFor, onClose }: { list: Pick<NamedList, 'id' | 'name'> | null; onClose: () => void }) {
  // The page shows the default list as soon as someone archives or deletes this one: a guest must not get that instead.
  const [list] = useState(openedFor)
  const isGone = list?.id !== openedFor?.id
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={list === null ? t`Guest link` : t`Guest link to ${list.name}`}
      description={t`Anyone with the link can see this list, check off and add items for 24 hours, without an account. They see nothing else of your household.`}
      size="small"
    >
      <NeedsServer>
        <Links listId={list?.id ?? null} title={list?.name ?? t`Shopping list`} />
      </NeedsServer>
    </Dialog>
  )
}

function Links({ listId, title }: { listId: string | null; title: string }) {
  const { data, error, isFetching, refetch } = useGuestLinks(listId)
  const [created, setCreated] = useState<{ id: string; address: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const attempt = async (work: () => Promise<void>, failed: string) => {
    setBusy(true)
    setTrouble(null)
    try {
      await work()
    } catch (error) {
      setTrouble(errorMessage(error, failed))
    } finally {
      setBusy(false)
    }
  }
  const create = () =>
    attempt(async () => {
      const { id, path } = await createGuestLink(listId)
      setCreated({ id, address: `${location.origin}${path}` })
    }, t`Failed to create the link`)
  const end = (id: string) =>
    attempt(async () => {
      await endGuestLink(id)
      if (id === created?.id) setCreated(null)
      toast.done(t`The link no longer works`)
    }, t`Failed to end the link`)
  return (
    <div className="space-y-4">
      {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
      {created === null ? (
        <Button
          busy={busy}
          busyLabel={t`Creating...`}
          icon={<Link2 aria-hidden="true" className="size-5" />}
          onClick={() => void create()}
          className="w-full"
        >
          {t`Create link`}
        </Button>
      ) : (
        <OneTimeLink address={created.address} label={t`Link for your guest`} title={title} />
      )}
      {data === undefined && error !== null ? (
        <ErrorState error={error} title={t`Failed to load the links`} onRetry={() => void refetch()} busy={isFetching} />
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <ul aria-label={t`Guest links`} className="divide-y divide-line">
          {data.map((link) => (
            <li key={link.id} className="flex items-center justify-between gap-3 py-1">
              <LinkFacts expiresAt={link.expiresAt} by={link.createdBy?.firstName ?? null} />
              <Button variant="quiet" disabled={busy} onClick={() => void end(link.id)}>
                {t`End`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function LinkFacts({ expiresAt, by }: { expiresAt: string; by: string | null }) {
  const today = useToday()
  const timeZone = useActiveHousehold()?.timeZone ?? 'UTC'
  const at = new Date(expiresAt)
  const day = formatDay(dateInTimeZone(timeZone, at), today)
  const time = new Intl.DateTimeFormat(currentLocale(), { hour: 'numeric', minute: '2-digit', timeZone }).format(at)
  return (
    <span className="min-w-0">
      <span className="figures block">{t`Ends: ${day}, ${time}`}</span>
      {by === null ? null : <span className="block text-sm text-ink-soft">{t`Created by ${by}`}</span>}
    </span>
  )
}
