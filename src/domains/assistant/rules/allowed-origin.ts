const ofHome =
  /^(localhost|\[[\da-f:.]+\]|\d{1,3}(\.\d{1,3}){3}|[\w-]+|[\w-]+(\.[\w-]+)*\.(local|lan|home|internal|localhost|home\.arpa))$/i

/**
 * Whether a page at `origin` may send messages here. Programs name no origin and may. A browser always names one: it must be the address
 * that people use, or, where none is set, the very host that was asked, under a name that nobody outside can point here.
 */
export function mayAskFrom(origin: string | undefined, host: string | undefined, publicUrl: string | null): boolean {
  if (origin === undefined) return true
  if (publicUrl !== null) return origin === publicUrl
  const [, own = '', name = ''] = /^https?:\/\/((\[[\da-f:.]+\]|[^:/?#@]+)(?::\d{1,5})?)$/i.exec(origin) ?? []
  return own !== '' && own === host && ofHome.test(name)
}
