const localHost =
  /^(localhost|\[[\da-f:.]+\]|\d{1,3}(\.\d{1,3}){3}|[\w-]+|[\w-]+(\.[\w-]+)*\.(local|lan|home|internal|localhost|home\.arpa))$/i

/**
 * Returns whether a page at `origin` may send messages. Programs other than browsers send no origin. It must be the public URL or, without
 * one, the requested host under a local name that can't be used for DNS rebinding.
 */
export function isAllowedOrigin(origin: string | undefined, host: string | undefined, publicUrl: string | null): boolean {
  if (origin === undefined) return true
  if (publicUrl !== null) return origin === publicUrl
  const [, own = '', name = ''] = /^https?:\/\/((\[[\da-f:.]+\]|[^:/?#@]+)(?::\d{1,5})?)$/i.exec(origin) ?? []
  return own !== '' && own === host && localHost.test(name)
}
