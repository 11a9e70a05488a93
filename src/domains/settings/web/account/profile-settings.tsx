import type { User } from '#domains/account/contract/index.ts'
import { AccountUsageCard } from '#domains/households/web/index.ts'
import { Appearance, LanguageCard } from '../preferences/appearance.tsx'
import { EmailCard } from './email-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** Profile, sign-in and appearance. `mailResult`: the result of a mailed link. */
export function ProfileSettings({ me, mailResult }: { me: User; mailResult?: string | undefined }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <ProfileCard me={me} />
        <EmailCard me={me} mailResult={mailResult} />
        <PasswordCard email={me.email} />
        <AccountUsageCard />
      </div>
      <div className="grid gap-5">
        <Appearance />
        <LanguageCard preferences={me.preferences} />
        <TwoFactorCard />
        <PasskeysCard />
        <SessionsCard />
      </div>
    </div>
  )
}
