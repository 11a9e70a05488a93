import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { Household } from '#domains/households/contract/index.ts'
import { atLeast } from '#platform/shared/roles.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useDownload } from '../api/data.ts'

const icon = <Download aria-hidden="true" className="size-4.5" />

export function DownloadCard({ household }: { household: Household | null }) {
  const [ofHousehold, ofAccount] = [useDownload('household', household?.id ?? null), useDownload('account', null)]
  const failure = ofHousehold.error ?? ofAccount.error
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Download`} />
      <p className="text-ink-soft">
        <Trans>A zip file with all your data as JSON and CSV, plus your photos. Passwords and tokens aren’t included.</Trans>
      </p>
      {failure ? <Notice tone="error">{errorMessage(failure, t`The download failed. Try again.`)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {household ? (
          <Button variant="quiet" icon={icon} busy={ofHousehold.isPending} busyLabel={t`Preparing...`} onClick={() => ofHousehold.mutate()}>
            <Trans>Download {household.name}</Trans>
          </Button>
        ) : null}
        <Button variant="quiet" icon={icon} busy={ofAccount.isPending} busyLabel={t`Preparing...`} onClick={() => ofAccount.mutate()}>
          <Trans>Download my account</Trans>
        </Button>
        {household && atLeast(household.role, 'ADMIN') ? (
          <Link to="/settings" search={{ tab: 'moving' }} className={buttonClass('quiet')}>
            <Trans>Import a household export</Trans>
          </Link>
        ) : null}
      </div>
    </Card>
  )
}
