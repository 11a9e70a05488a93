import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#domains/account/contract/index.ts'
import { useMe } from '#domains/account/web/index.ts'
import { AccountUsageCard } from '#domains/households/web/index.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { headerButton, PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link, useSearch } from '#platform/web/ui/router.tsx'
import { type TabItem, Tabs } from '#platform/web/ui/tabs.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { EmailCard } from '../account/email-card.tsx'
import { PasskeysCard } from '../account/passkeys-card.tsx'
import { PasswordCard } from '../account/password-card.tsx'
import { ProfileCard } from '../account/profile-card.tsx'
import { ProvidersCard } from '../account/providers-card.tsx'
import { SessionsCard } from '../account/sessions-card.tsx'
import { TwoFactorCard } from '../account/two-factor-card.tsx'
import { DataSettings } from '../data/data-and-api-settings.tsx'
import { Appearance, LanguageCard } from '../preferences/appearance.tsx'
import { UnitPreferences } from '../preferences/unit-preferences.tsx'

/** Its label is also the title of the page that it is on a phone. */
interface SettingsTab extends TabItem<string> {
  label: string
}

const online = (panel: ReactNode) => <NeedsServer>{panel}</NeedsServer>

const since = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long' })

/** `more`: tabs of other domains. `dataCards`: their cards under Data & API. The open tab is in the URL. */
export function SettingsPage({ more = [], dataCards = null }: { more?: readonly SettingsTab[]; dataCards?: ReactNode }) {
  const me = useMe()
  const isWide = useIsWide()
  const search: { tab?: unknown; email?: unknown } = useSearch()
  if (!me.data) {
    return (
      <>
        <PageHeader title={t`Settings`} />
        <Card flush>
          {me.isPending ? (
            <SkeletonRows rows={4} />
          ) : (
            <ErrorState error={me.error} fallback={t`Failed to load user profile`} busy={me.isFetching} onRetry={() => void me.refetch()} />
          )}
        </Card>
      </>
    )
  }
  const { preferences } = me.data
  const mailResult = typeof search.email === 'string' ? search.email : undefined
  const tabs: readonly SettingsTab[] = [
    { value: 'preferences', label: t`Unit Preferences`, panel: online(<UnitPreferences preferences={preferences} />) },
    { value: 'profile', label: t`Profile Settings`, panel: <ProfileSettings me={me.data} mailResult={mailResult} /> },
    ...more.map((tab) => ({ ...tab, panel: online(tab.panel) })),
    { value: 'data', label: t`Data & API`, panel: online(<DataSettings more={dataCards} />) },
  ]
  const open = tabs.find(({ value }) => value === search.tab)
  if (!isWide && open) return <SettingsOfTab tab={open} me={me.data} />
  return (
    <>
      <PageHeader title={t`Settings`} />
      <Identity me={me.data} />
      {isWide ? (
        <Tabs
          label={t`Settings`}
          value={open?.value ?? 'preferences'}
          onChange={(tab) => navigate({ to: '/settings', search: { tab }, replace: true })}
          items={tabs}
        />
      ) : (
        <TabList tabs={tabs} />
      )}
    </>
  )
}

/** Who is signed in. */
function Identity({ me: { firstName, lastName, email, avatar, createdAt } }: { me: User }) {
  return (
    <Card className="mb-3 flex items-center gap-4 sm:mb-5 sm:gap-5">
      <Avatar firstName={firstName} lastName={lastName} picture={avatar} size="large" />
      <div className="min-w-0">
        <p className="display text-2xl break-words">
          {firstName} {lastName}
        </p>
        <p className="break-all text-ink-soft">{email}</p>
        <p className="mt-0.5 text-sm text-ink-soft">
          <Trans>Member since {since.format(new Date(createdAt))}</Trans>
        </p>
      </div>
    </Card>
  )
}

/** The tabs as rows: a phone has no room for all of them in one line. */
const TabList = ({ tabs }: { tabs: readonly SettingsTab[] }) => (
  <Card flush>
    <ul aria-label={t`Settings`} className="divide-y divide-line">
      {tabs.map(({ value, label }) => (
        <li key={value}>
          <Link
            to="/settings"
            search={{ tab: value }}
            className="flex min-h-13 items-center justify-between gap-3 px-4 py-2 font-semibold text-ink no-underline hover:bg-hover"
          >
            {label}
            <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)

function SettingsOfTab({ tab: { value, label, panel }, me }: { tab: SettingsTab; me: User }) {
  return (
    <>
      <PageHeader
        title={label}
        actions={
          <Link to="/settings" className={buttonClass('plain', headerButton)}>
            <ChevronLeft aria-hidden="true" className="size-5" />
            <Trans>Settings</Trans>
          </Link>
        }
      />
      {value === 'profile' ? <Identity me={me} /> : null}
      {panel}
    </>
  )
}

/** Profile, sign-in and appearance. `mailResult`: the result of a mailed link. */
export function ProfileSettings({ me, mailResult }: { me: User; mailResult?: string | undefined }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <NeedsServer>
          <ProfileCard me={me} />
          <EmailCard me={me} mailResult={mailResult} />
          <PasswordCard email={me.email} />
          <AccountUsageCard />
        </NeedsServer>
      </div>
      <div className="grid gap-5">
        <Appearance />
        <NeedsServer isQuiet>
          <LanguageCard preferences={me.preferences} />
          <TwoFactorCard />
          <PasskeysCard />
          <ProvidersCard />
          <SessionsCard />
        </NeedsServer>
      </div>
    </div>
  )
}
