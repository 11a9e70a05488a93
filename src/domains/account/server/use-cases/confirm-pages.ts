import { buttonPage } from '#platform/server/http/mail-link-pages.ts'
import { say } from '#platform/shared/say.ts'

/** Returns the page that a confirmation link opens. */
export const verifyEmailPage = ({ token, callbackURL }: { token: string; callbackURL?: string | undefined }): string =>
  buttonPage({
    title: say`Confirm your email address`,
    text: say`Press the button to confirm that this address is yours. If you didn’t sign up, close this page.`,
    action: `/api/auth/verify-email?${new URLSearchParams(callbackURL === undefined ? { token } : { token, callbackURL })}`,
    button: say`Confirm email address`,
  })

/** Returns the page that a change-of-address link opens. */
export const changeEmailPage = (token: string): string =>
  buttonPage({
    title: say`Use this email address?`,
    text: say`Press the button to use this address for your Larder account. If you didn’t ask for this, close this page.`,
    action: `/api/users/email/confirm?${new URLSearchParams({ token })}`,
    button: say`Confirm new address`,
  })
