import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Copy, Link2, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Household } from '../../contract/index.ts'
import { useRefreshInvite } from '../api/index.ts'
import { inviteLink } from './invite-link.ts'
import { QuotaNotice } from './quota-notice.tsx'

const copy = async (text: string, done: string) => {
  if (await copyText(text)) toast.done(done)
  else toast.fail(t`Couldn’t copy. Select the code and copy it manually.`)
}

const noticeDays = 14
/** The day a code was replaced, if so recently that others may still have the old one. */
function recentDay(at: string | null | undefined, timeZone: string): CalendarDate | null {
  return at != null && Date.now() - Date.parse(at) < noticeDays * 86_400_000 ? dateInTimeZone(timeZone, new Date(at)) : null
}

/** The household's invite code, for OWNER and ADMIN. */
export function InviteCode({ household }: { household: Household }) {
  const refresh = useRefreshInvite()
  const [asking, setAsking] = useState(false)
  const params = { id: household.id }
  const code = household.inviteCode
  const today = dateInTimeZone(household.timeZone, new Date())
  const replacedOn = recentDay(household.inviteChangedAt, household.timeZone)
  return (
    <div className="rounded-control border border-line bg-paper p-3 sm:p-4">
      <p className="text-sm font-semibold text-ink-soft">
        <Trans>Invite code</Trans>
      </p>
      {code ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="figures font-sans text-2xl font-semibold select-all max-sm:text-xl">{code}</code>
          <span className="flex">
            <IconButton
              label={t`Copy invite code`}
              icon={<Copy aria-hidden="true" />}
              onClick={() => void copy(code, t`Invite code copied.`)}
            />
            <IconButton
              label={t`Copy invite link`}
              icon={<Link2 aria-hidden="true" />}
              onClick={() => void copy(inviteLink(code), t`Invite link copied.`)}
            />
          </span>
          <Button
            variant="plain"
            className="ms-auto"
            icon={<RefreshCw aria-hidden="true" className="size-4.5" />}
            busy={refresh.isPending}
            onClick={() => setAsking(true)}
          >
            <Trans>Refresh</Trans>
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            <Trans>No invite code</Trans>
          </p>
          <Button variant="quiet" busy={refresh.isPending} onClick={() => refresh.mutate({ params })}>
            <Trans>Generate</Trans>
          </Button>
        </div>
      )}
      {code && replacedOn ? (
        <p className="mt-1 text-sm text-ink-soft">
          <Trans>Replaced automatically ({formatDay(replacedOn, today)}). The old code no longer works.</Trans>
        </p>
      ) : null}
      <QuotaNotice name="members" householdId={household.id} className="mt-3" />
      {refresh.error && !asking ? (
        <Notice tone="error" className="mt-3">
          {errorMessage(refresh.error, t`Failed to generate invite code`)}
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Generate a new invite code?`}
        confirmLabel={t`Refresh`}
        fallback={t`Failed to generate invite code`}
        onConfirm={() => refresh.mutateAsync({ params })}
      >
        <Trans>The old code and its links will stop working. Current members stay. Former viewers can join again as members.</Trans>
      </ConfirmDialog>
    </div>
  )
}
