import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useHasRole } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useClearSampleKitchen } from '../api.ts'

/** Says that the household is filled with a sample kitchen. Admins can clear it. */
export function SampleBanner() {
  const isAdmin = useHasRole('ADMIN')
  const clear = useClearSampleKitchen()
  const run = () =>
    clear.mutate(
      {},
      {
        onSuccess: () => toast.done(t`Cleared the sample kitchen`),
        onError: (error) => toast.fail(errorMessage(error, t`Couldn’t clear the sample kitchen.`)),
      },
    )
  return (
    <aside
      aria-label={t`Sample kitchen`}
      className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-control border border-line bg-sunken ps-3.5 text-sm"
    >
      <p>
        <Trans>This is a sample kitchen.</Trans>
      </p>
      {isAdmin ? (
        <Button variant="plain" busy={clear.isPending} onClick={run}>
          <Trans>Clear it</Trans>
        </Button>
      ) : null}
    </aside>
  )
}
