import { buttonPage } from '#platform/server/http/button-page.ts'
import { say } from '#platform/shared/say.ts'

/** What the link of a confirmation mail opens. */
export const verifyEmailPage = ({ token, callbackURL }: { token: string; callbackURL?: string | undefined }): string =>
  buttonPage({
    title: say`Confirm your email address`,
    text: say`Press the button to confirm that this address is yours. If you didn’t sign up, close this page.`,
    action: `/api/auth/verify-email?${new URLSearchParams(callbackURL === undefined ? { token } : { token, callbackURL })}`,
    button: say`Confirm email address`,
  })

/** What the link of a change-of-address mail opens. */
export const changeEmailPage = (token: string): string =>
  buttonPage({
    title: say`Use this email address?`,
    text: say`Press the button to use this address for your Larder account. If you didn’t ask for this, close this page.`,
    action: `/api/users/email/confirm?${new URLSearchParams({ token })}`,
    button: say`Confirm new address`,
  })
