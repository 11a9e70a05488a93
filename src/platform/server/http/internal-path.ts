const origin = 'http://larder.internal'

/** Whether a `Location` sent in answer to a request for `path` stays on the server that sends it. */
export function staysOnServer(location: string, path: string): boolean {
  const base = origin + path
  return !location.includes('\\') && URL.canParse(location, base) && new URL(location, base).origin === origin
}
