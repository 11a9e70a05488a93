/** Longer texts may exceed what the server accepts. */
const maxUntrimmed = 400_000

/** Returns a pasted page's source without scripts, styles and drawings, which make up most of it. Keeps recipe data and shorter texts. */
export function trimPageSource(text: string): string {
  if (text.length <= maxUntrimmed || !/<(?:html|body|head|div)\b/i.test(text)) return text
  const page = new DOMParser().parseFromString(text, 'text/html')
  for (const element of page.querySelectorAll('script:not([type*="ld+json" i]), style, svg, iframe, noscript, template, link'))
    element.remove()
  return page.documentElement.outerHTML
}
