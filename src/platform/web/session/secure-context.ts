import { t } from '@lingui/core/macro'

/** Whether the page is served over https or from localhost, which the camera, offline use and push require. */
export const isSecure = (): boolean => typeof window !== 'undefined' && window.isSecureContext === true

/** Lists the features that are missing over plain http; empty over https. */
export const featuresNeedingHttps = (): string[] => (isSecure() ? [] : [t`the live camera`, t`offline use`, t`push notifications`])

/** Whether this browser supports passkeys here. They require https and a host name that is not an IP address. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  isSecureContext &&
  !/^(\[.*\]|[\d.]+)$/.test(location.hostname)
