import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Archive, Lock, LockOpen } from 'lucide-react'
import { errorMessage } from '#platform/web/api/call.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import type { ServerOverview } from '../../contract.ts'
import { useStartBackup } from '../api.ts'

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** E.g. '4.2 MB'. Three digits show whether a backup shrank. */
function formatSize(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const format = { style: 'unit', unit: sizes[step] ?? 'byte', maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(currentLocale(), format).format(bytes / 1000 ** step)
}

export function BackupsCard({ backups }: { backups: ServerOverview['backups'] }) {
  const backup = useStartBackup()
  const { everyHours, keep, isLocked, isRunning, problem, files } = backups
  const schedule =
    everyHours === null
      ? t`Automatic backups are off.`
      : plural(everyHours, { one: 'Backs up every hour.', other: 'Backs up every # hours.' })
  return (
    <Card flush>
      <div className="px-4 pt-2 pb-4 sm:px-5">
        <CardHeader
          title={t`Backups`}
          aside={
            <Button variant="quiet" busy={backup.isPending || isRunning} busyLabel={t`Backing up...`} onClick={() => backup.mutate({})}>
              <Trans>Back up now</Trans>
            </Button>
          }
        />
        <p className="mt-1 text-ink-soft">
          {schedule} {plural(keep, { one: 'Keeps the latest backup.', other: 'Keeps the latest # backups.' })}{' '}
          <Trans>Every backup is verified with a test restore.</Trans>
        </p>
        <p className="mt-2 flex items-center gap-2 text-sm text-ink-soft">
          {isLocked ? <Lock aria-hidden="true" className="size-4 shrink-0" /> : <LockOpen aria-hidden="true" className="size-4 shrink-0" />}
          {isLocked ? t`Encrypted with your key.` : t`Not encrypted: anyone who has the file can read everything in it.`}
        </p>
        {problem !== null ? (
          <Notice tone="error" className="mt-3">
            <Trans>The last backup failed.</Trans> <span className="block text-sm break-words">{problem}</span>
          </Notice>
        ) : null}
        {backup.error ? (
          <Notice tone="error" className="mt-3">
            {errorMessage(backup.error, t`Couldn’t start the backup.`)}
          </Notice>
        ) : null}
      </div>
      {files.length === 0 ? (
        <EmptyState icon={Archive} title={t`No backup yet`} className="border-t border-line" />
      ) : (
        <ul aria-label={t`Backups`} className="divide-y divide-line border-t border-line">
          {files.map(({ name, bytes, madeAt }) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-3 sm:px-5">
              <span>
                <Trans>Created and verified</Trans> <RelativeTime at={madeAt} />
              </span>
              <span className="figures text-ink-soft">{formatSize(bytes)}</span>
              <code className="w-full truncate text-xs text-ink-soft">{name}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
