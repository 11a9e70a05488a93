import type { User } from '#domains/account/contract/index.ts'
import { AccountUsageCard } from '#domains/households/web/index.ts'
import { Appearance } from '../preferences/appearance.tsx'
import { LanguageCard } from '../preferences/language-card.tsx'
import { EmailCard } from './email-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** Profile, sign-in and appearance. `ledHere`: the result of a mailed link. */
export function ProfileSettings({ me, ledHere }: { me: User; ledHere?: string | undefined }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <ProfileCard me={me} />
        <EmailCard me={me} ledHere={ledHere} />
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
