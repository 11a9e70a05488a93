const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  deg: '°',
  times: '×',
  divide: '÷',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  frac13: '⅓',
  frac23: '⅔',
  frac18: '⅛',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  atilde: 'ã',
  auml: 'ä',
  aring: 'å',
  aelig: 'æ',
  ccedil: 'ç',
  egrave: 'è',
  eacute: 'é',
  ecirc: 'ê',
  euml: 'ë',
  igrave: 'ì',
  iacute: 'í',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  ograve: 'ò',
  oacute: 'ó',
  ocirc: 'ô',
  otilde: 'õ',
  ouml: 'ö',
  oslash: 'ø',
  oelig: 'œ',
  ugrave: 'ù',
  uacute: 'ú',
  ucirc: 'û',
  uuml: 'ü',
  yacute: 'ý',
  szlig: 'ß',
  Agrave: 'À',
  Aacute: 'Á',
  Acirc: 'Â',
  Auml: 'Ä',
  Aring: 'Å',
  AElig: 'Æ',
  Ccedil: 'Ç',
  Egrave: 'È',
  Eacute: 'É',
  Ecirc: 'Ê',
  Iuml: 'Ï',
  Ntilde: 'Ñ',
  Ouml: 'Ö',
  Oslash: 'Ø',
  OElig: 'Œ',
  Uuml: 'Ü',
}

function ofCode(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
}

export const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return ofCode(Number(decimal))
    if (hex !== undefined) return ofCode(Number.parseInt(hex, 16))
    return namedEntities[name ?? ''] ?? namedEntities[(name ?? '').toLowerCase()] ?? whole
  })

/** Removes elements with their content. */
function withoutElement(html: string, tag: string): string {
  const lower = html.toLowerCase()
  let result = ''
  for (let at = 0; ; ) {
    const start = lower.indexOf(`<${tag}`, at)
    if (start < 0) return result + html.slice(at)
    result += html.slice(at, start)
    const end = lower.indexOf(`</${tag}`, start)
    const close = end < 0 ? -1 : lower.indexOf('>', end)
    if (close < 0) return result
    at = close + 1
  }
}

const lineEnds = /<(?:br|\/p|\/li|\/div|\/h[1-6]|\/tr|\/ul|\/ol|li|p)\b[^<>]{0,500}>/gi
const tags = /<\/?[a-z!?][^<>]{0,2000}>/gi

const strip = (html: string) =>
  ['script', 'style', 'template', 'noscript']
    .reduce(withoutElement, html)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(lineEnds, '\n')
    .replace(tags, '')

/** Control characters, direction overrides and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu

/**
 * Converts a page's HTML to plain text: removes tags, decodes entities, keeps lines. Decodes double encoding and removes tags that appear
 * then. The result is only ever shown as text.
 */
export function plainText(html: string): string {
  let text = html.slice(0, 200_000).toWellFormed()
  for (let round = 0; round < 2; round += 1) {
    const next = decodeEntities(strip(text))
    if (next === text) break
    text = next
  }
  return strip(text)
    .replace(forbidden, '')
    .replace(/\p{M}{9,}/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** Returns `plainText` in one line of at most `max` characters. */
export const plainLine = (html: string, max: number) => plainText(html).replace(/\s+/g, ' ').slice(0, max).toWellFormed().trim()
