/** Whether this browser can make and show passkeys here: not on plain http, and not where the server has a number for a name. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  isSecureContext &&
  !/^(\[.*\]|[\d.]+)$/.test(location.hostname)
