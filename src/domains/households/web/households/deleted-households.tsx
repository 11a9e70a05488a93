import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorMessage } from '#platform/web/api/call.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useDeletedHouseholds, useRestoreHousehold } from '../api.ts'

/** The households the user can restore. Renders nothing if there are none. */
export function DeletedHouseholds() {
  const { data } = useDeletedHouseholds()
  const restore = useRestoreHousehold()
  if (!data || data.length === 0) return null
  const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long' })
  return (
    <Card className="mt-4">
      <CardHeader title={t`Deleted households`} />
      {restore.error ? (
        <Notice tone="error" className="mt-2">
          {errorMessage(restore.error, t`Couldn’t restore the household.`)}
        </Notice>
      ) : null}
      <ul aria-label={t`Deleted households`} className="divide-y divide-line">
        {data.map(({ id, name, until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-52">
              <span className="block font-medium break-words">{name}</span>
              <span className="block text-sm text-ink-soft">{t`Can be restored until ${day.format(new Date(until))}`}</span>
            </span>
            <Button
              variant="quiet"
              aria-label={t`Restore ${name}`}
              busy={restore.isPending && restore.variables.params.id === id}
              onClick={() => restore.mutate({ params: { id } }, { onSuccess: () => toast.done(t`Restored ${name}`) })}
            >
              <Trans>Restore</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
