/**
 * Whether every browser resolves `text` to a page of this app: a plain path with an optional query. Refuses `//`, dot segments, backslashes,
 * percent signs and control characters, all of which some program on the way may read as another host.
 */
export function isInternalPath(text: string): boolean {
  const [, path] = /^(\/[\w./-]*)(?:\?[\w.=&-]*)?$/.exec(text) ?? []
  if (path === undefined || path.includes('//')) return false
  return path.split('/').every((segment) => segment !== '.' && segment !== '..')
}
