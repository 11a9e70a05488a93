/**
 * Returns whether all browsers resolve `text` to a page of this app: a plain path with an optional query. Returns false for `//`, dot
 * segments, backslashes, percent signs and control characters, which some programs read as another host.
 */
export function isInternalPath(text: string): boolean {
  const [, path] = /^(\/[\w./-]*)(?:\?[\w.=&-]*)?$/.exec(text) ?? []
  if (path === undefined || path.includes('//')) return false
  return path.split('/').every((segment) => segment !== '.' && segment !== '..')
}
