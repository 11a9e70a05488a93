/** Sends the page it runs on to Larder's import. Runs from a bookmark on other sites, so it uses nothing from outside. */
export function sendPage(importAddress: string): void {
  const page = document.cloneNode(true) as Document
  for (const element of page.querySelectorAll('script:not([type*="ld+json" i]),style,svg,img,video,iframe,noscript,template,link'))
    element.remove()
  const data = [...page.querySelectorAll('script')].map((script) => script.outerHTML).join('')
  const html = page.documentElement.outerHTML
  // Firefox opens addresses of up to a megabyte. Encoding makes a Japanese text nine times as long.
  const limit = 900_000
  const isTooLong = (text: string) => encodeURIComponent(text).length > limit
  let sent = (isTooLong(html.toWellFormed()) && data.includes('"Recipe"') ? `<html>${data}</html>` : html).toWellFormed()
  while (isTooLong(sent)) sent = sent.slice(0, Math.floor(sent.length * 0.9)).toWellFormed()
  open(`${importAddress}#page=${encodeURIComponent(sent)}`, '_blank', 'noopener')
}

/** Returns the address of a bookmark that runs `sendPage`. */
export const bookmarkletFor = (origin: string): string =>
  `javascript:${encodeURIComponent(`(${sendPage})(${JSON.stringify(`${origin}/recipes?sheet=import`)})`)}`

/** Returns the page that a bookmark sent; null if there is none. It is in the fragment, which browsers don't send to servers. */
export function pageInHash(hash: string): string | null {
  if (!hash.startsWith('#page=')) return null
  try {
    const html = decodeURIComponent(hash.slice('#page='.length))
    return html.trim() === '' ? null : html
  } catch {
    return null
  }
}
