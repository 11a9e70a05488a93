import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { AuthFrame } from '../sign-in/auth-frame.tsx'

export function CheckEmailPage() {
  return (
    <AuthFrame title={t`Check your email`} intro={t`We’ve sent you a confirmation link. Open it to activate your account.`}>
      <div className="flex items-start gap-4 rounded-card border border-line bg-card p-5">
        <Mail aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-herb" />
        <p className="text-ink-soft">
          <Trans>Nothing after a few minutes? Check your spam folder, or sign up again with the correct address.</Trans>
        </p>
      </div>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <a href="/login" className={buttonClass('primary', 'flex-1')}>
          <Trans>Go to sign in</Trans>
        </a>
        <a href="/signup" className={buttonClass('quiet', 'flex-1')}>
          <Trans>Sign up again</Trans>
        </a>
      </div>
    </AuthFrame>
  )
}
