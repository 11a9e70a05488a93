import { t } from '@lingui/core/macro'

/** Returns the reason for which a provider sent the browser back without a person. */
export function providerFailure(code: string): string {
  switch (code) {
    case 'provider_denied':
      return t`You canceled the sign-in, or the provider didn’t allow it.`
    case 'provider_expired':
      return t`That sign-in took too long or was started in another browser. Try again.`
    case 'provider_unreachable':
      return t`The sign-in provider didn’t respond. Try again.`
    default:
      return t`That sign-in couldn’t be confirmed. Try again.`
  }
}

/** Reads what the provider sent back and removes it from the address, so that it isn't handled again after a reload. */
export function takeProviderReturn(): { provider: string | null; failure: string | null } {
  const url = new URL(location.href)
  const [provider, failure] = [url.searchParams.get('provider'), url.searchParams.get('provider-error')]
  if (provider === null && failure === null) return { provider, failure }
  url.searchParams.delete('provider')
  url.searchParams.delete('provider-error')
  history.replaceState(history.state, '', `${url.pathname}${url.search}`)
  return { provider, failure }
}
