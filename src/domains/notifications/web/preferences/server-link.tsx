import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { showCatalogue } from '#domains/ingredients/contract/catalogue.ts'
import { useReply } from '#platform/web/api/query-cache.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'

/** The way to the page of whoever looks after the server, where it also says how messages fare. Nothing for everybody else. */
export function ServerLink() {
  const { data } = useReply(showCatalogue, {})
  if (!data?.isAdministrator) return null
  return (
    <Card>
      <CardHeader title={t`This server`} />
      <p className="mt-1 text-ink-soft">
        <Trans>Manage accounts, backups and messages that weren’t delivered.</Trans>
      </p>
      <Link to="/admin" className="mt-2 -ms-1 inline-flex min-h-11 items-center px-1 font-medium text-herb-ink underline">
        <Trans>Server admin</Trans>
      </Link>
    </Card>
  )
}
