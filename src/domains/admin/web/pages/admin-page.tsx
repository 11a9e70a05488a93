import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { AccountsCard } from '../admin/accounts-card.tsx'
import { BackupsCard } from '../admin/backups-card.tsx'
import { JobsCard, ServerCard } from '../admin/server-card.tsx'
import { useServerOverview } from '../api.ts'

/** The Server page. Other users see that it is for server admins only. `children` are cards of other domains. */
export function AdminPage({ children }: { children: ReactNode }) {
  const { data: server, error, isPending, isFetching, refetch } = useServerOverview()
  return (
    <>
      <PageHeader title={t`Server`} hint={t`For server admins`} />
      {isPending ? (
        <Card flush>
          <SkeletonRows rows={4} />
        </Card>
      ) : isNotTheirs(error) ? (
        <Card flush>
          <EmptyState
            icon={Lock}
            title={errorMessage(error, t`The server isn’t responding.`)}
            action={
              <Link to="/" className={buttonClass()}>
                <Trans>Back to the dashboard</Trans>
              </Link>
            }
          />
        </Card>
      ) : !server ? (
        <ErrorState error={error} fallback={t`The server isn’t responding.`} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="min-w-0 space-y-5">
            <ServerCard server={server} />
            <BackupsCard backups={server.backups} />
          </div>
          <div className="min-w-0 space-y-5">
            {children}
            <JobsCard jobs={server.jobs} />
          </div>
          <div className="min-w-0 lg:col-span-2">
            <AccountsCard total={server.accounts} namesAdministrators={server.namesAdministrators} />
          </div>
        </div>
      )}
    </>
  )
}

/** Asking once more would not help. */
const isNotTheirs = (error: unknown) => error instanceof ApiError && error.code === 'administrators_only'
