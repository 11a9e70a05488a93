import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { signUpModes } from '#domains/account/contract/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import type { ServerOverview } from '../../contract.ts'
import { isScheduledJob, type ScheduledJob } from '../../rules/scheduled-jobs.ts'
import { useChangeServer } from '../api.ts'

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export function ServerCard({ server }: { server: ServerOverview }) {
  const { version, engine, node, startedAt, sendsMail } = server
  return (
    <Card>
      <CardHeader title={t`This server`} />
      <dl className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={t`Version`}>{`Larder ${version}`}</Fact>
        <Fact name={t`Database`}>{engines[engine]}</Fact>
        <Fact name={t`Running since`}>
          <RelativeTime at={startedAt} />
        </Fact>
        <Fact name={t`Runtime`}>{`Node ${node}`}</Fact>
        <SignUp server={server} />
        <Fact name={t`Email`}>
          {sendsMail ? t`Sent through your mail server` : t`Saved as files in the outbox folder`}
          {sendsMail ? null : <code className="block text-sm text-ink-soft">SMTP_URL</code>}
        </Fact>
      </dl>
    </Card>
  )
}

/** Can be changed unless the environment sets it. */
function SignUp({ server: { signUp, isSignUpFixed } }: { server: ServerOverview }) {
  const change = useChangeServer()
  const modes: Record<ServerOverview['signUp'], readonly [name: string, meaning: string]> = {
    open: [t`Open to anyone`, t`Anyone who can reach this server can sign up.`],
    invite: [t`Invite only`, t`New accounts need a household’s invite code.`],
    closed: [t`Closed`, t`No new sign-ups.`],
  }
  const shown = change.isPending ? change.variables.body.signUp : signUp
  if (isSignUpFixed)
    return (
      <Fact name={t`Sign-up`}>
        {modes[signUp][0]} <code className="block text-sm text-ink-soft">LARDER_SIGNUP={signUp}</code>
      </Fact>
    )
  const name = t`Sign-up`
  return (
    <div className="min-w-0 sm:col-span-2">
      <dt aria-hidden="true" className="text-sm text-ink-soft">
        {name}
      </dt>
      <dd className="mt-1">
        <Select
          label={name}
          labelHidden
          hint={modes[shown][1]}
          value={shown}
          onChange={({ target }) => {
            const mode = signUpModes.find((one) => one === target.value)
            if (mode) change.mutate({ body: { signUp: mode } })
          }}
        >
          {signUpModes.map((mode) => (
            <option key={mode} value={mode}>
              {modes[mode][0]}
            </option>
          ))}
        </Select>
        {change.error ? (
          <Notice tone="error" className="mt-3">
            {errorMessage(change.error, t`Couldn’t change sign-up.`)}
          </Notice>
        ) : null}
      </dd>
    </div>
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

/** The scheduled jobs and their last runs. A server of another version may have others, which show their name. */
export function JobsCard({ jobs }: { jobs: ServerOverview['jobs'] }) {
  const labels: Record<ScheduledJob, string> = {
    backup: t`Backup`,
    'stored responses': t`Clear stored responses`,
    'rate limit counters': t`Clear rate-limit counters`,
    'ended sessions': t`Clear expired sessions`,
    'ended invite codes': t`Replace invite codes revoked by an upgrade`,
    'deleted households': t`Permanently erase deleted households`,
    'photos of removed recipes': t`Erase photos of removed recipes`,
    'unused pictures': t`Erase unused pictures`,
    'removed guests and diets': t`Erase guests and diets removed a month ago`,
    'old notifications': t`Clear old notifications`,
  }
  return (
    <Card flush>
      <CardHeader title={t`Scheduled jobs`} className="px-4 py-1.5 sm:px-5" />
      <ul aria-label={t`Scheduled jobs`} className="divide-y divide-line border-t border-line">
        {jobs.map(({ name, everyHours, ranAt }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5 sm:px-5">
            <span>{isScheduledJob(name) ? labels[name] : name}</span>
            <span className="text-sm text-ink-soft">
              {t`every ${everyHours} h`} · {ranAt ? <RelativeTime at={ranAt} /> : <Trans>not run yet</Trans>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
