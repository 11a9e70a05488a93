import { t } from '@lingui/core/macro'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useActiveHousehold, useToday } from '#domains/households/web/index.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ErrorState } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { OneTimeLink } from '#platform/web/ui/one-time-link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { RecipeLink } from '../../contract/index.ts'

interface Shared {
  id: string
  /** Loads the links that haven't ended. */
  use: (id: string) => { data: RecipeLink[] | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  create: (id: string) => Promise<RecipeLink & { path: string }>
  end: (linkId: string) => Promise<void>
}

interface Props {
  name: string
  description: string
  /** Of the field with the link. */
  label: string
  links: Shared
  onClose: () => void
}

/** Creates and ends links with which anyone can read a recipe or a cookbook. */
export function ShareDialog({ name, description, label, links, onClose }: Props) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Share ${name}`} description={description} size="small">
      <NeedsServer>
        <Links name={name} label={label} links={links} />
      </NeedsServer>
    </Dialog>
  )
}

function Links({ name, label, links }: Pick<Props, 'name' | 'label' | 'links'>) {
  const { data, error, isFetching, refetch } = links.use(links.id)
  const today = useToday()
  const zone = useActiveHousehold()?.timeZone ?? 'UTC'
  const [address, setAddress] = useState<string | null>(null)
  const [created, setCreated] = useState<string | null>(null)
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
      const { id, path } = await links.create(links.id)
      setCreated(id)
      setAddress(`${location.origin}${path}`)
    }, t`Failed to create the link`)
  const end = (id: string) =>
    attempt(async () => {
      await links.end(id)
      if (id === created) setAddress(null)
      toast.done(t`The link no longer works`)
    }, t`Failed to end the link`)
  return (
    <div className="space-y-4">
      {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
      {address === null ? (
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
        <OneTimeLink address={address} label={label} title={name} />
      )}
      {data === undefined && error !== null ? (
        <ErrorState error={error} title={t`Failed to load the links`} onRetry={() => void refetch()} busy={isFetching} />
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <ul aria-label={t`Links`} className="divide-y divide-line">
          {data.map(({ id, createdAt }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1">
              <span className="figures">{t`Created: ${formatDay(dateInTimeZone(zone, new Date(createdAt)), today)}`}</span>
              <Button variant="quiet" disabled={busy} onClick={() => void end(id)}>
                {t({ message: 'End link', context: 'shared by link' })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
