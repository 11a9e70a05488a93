import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Ago } from '#platform/web/ui/ago.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import type { ServerOverview } from '../../contract.ts'

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** What runs, since when, and who may join. */
export function ServerCard({ server: { version, engine, node, startedAt, signUp, sendsMail } }: { server: ServerOverview }) {
  const doors = {
    open: t`Open: whoever reaches this server can sign up`,
    invite: t`By invitation: a household’s code is needed`,
    closed: t`Closed: nobody new can sign up`,
  }
  return (
    <Card>
      <CardHeader title={t`This server`} />
      <dl className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={t`Version`}>{`Larder ${version}`}</Fact>
        <Fact name={t`Database`}>{engines[engine]}</Fact>
        <Fact name={t`Running since`}>
          <Ago at={startedAt} />
        </Fact>
        <Fact name={t`Runtime`}>{`Node ${node}`}</Fact>
        <Fact name={t`Sign-up`}>
          {doors[signUp]} <code className="block text-sm text-ink-soft">LARDER_SIGNUP={signUp}</code>
        </Fact>
        <Fact name={t`Mails`}>
          {sendsMail ? t`Sent through your mail server` : t`Kept as files in the outbox folder`}
          {sendsMail ? null : <code className="block text-sm text-ink-soft">SMTP_URL</code>}
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** Work that happens by itself, and when it last did. A job nobody has worded shows the name the log calls it by. */
export function JobsCard({ jobs }: { jobs: ServerOverview['jobs'] }) {
  const words: Record<string, string> = {
    backup: t`Backup`,
    'old answers': t`Clears kept answers`,
    'old tries': t`Clears counted tries`,
    'ended sessions': t`Clears ended sessions`,
    'old news': t`Clears old notifications`,
    'borrow expiry': t`Ends borrow requests nobody answered`,
    'waste to come': t`Looks for food likely to be wasted`,
    'circle news': t`Tells circles what goes off`,
  }
  return (
    <Card flush>
      <CardHeader title={t`Work by the clock`} className="px-4 py-1.5 sm:px-5" />
      <ul aria-label={t`Work by the clock`} className="divide-y divide-line border-t border-line">
        {jobs.map(({ name, everyHours, ranAt }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5 sm:px-5">
            <span>{words[name] ?? name}</span>
            <span className="text-sm text-ink-soft">
              {t`every ${everyHours} h`} · {ranAt ? <Ago at={ranAt} /> : <Trans>not yet</Trans>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
