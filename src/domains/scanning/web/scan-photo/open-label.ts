import { navigate } from '#platform/web/ui/browser-location.ts'
import { readLabelLink } from '../../rules/label-link.ts'

/** Opens the page of the label with this code. */
export const openLabelPage = (code: string): void => navigate({ to: '/l', search: { code } })

/** Opens the page of a label whose link was scanned or typed. Returns false for another text. */
export function openLabel(text: string): boolean {
  const code = readLabelLink(text)
  if (code !== null) openLabelPage(code)
  return code !== null
}
