/** Whether this browser supports passkeys here. They require https and a host name that is not an IP address. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  isSecureContext &&
  !/^(\[.*\]|[\d.]+)$/.test(location.hostname)
