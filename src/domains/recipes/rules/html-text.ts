import { QuoteType, Tokenizer } from 'htmlparser2'

/** What `readHtml` finds, in order. Names are in lower case. */
interface HtmlReader {
  text?(text: string): void
  openTag?(name: string, attributes: ReadonlyMap<string, string>): void
  closeTag?(name: string): void
}

/**
 * Reads HTML as browsers tokenize it, with entities decoded. Linear in its length on any input, unlike htmlparser2's `Parser`, which looks
 * up every tag in the list of open elements.
 */
export function readHtml(html: string, { text, openTag, closeTag }: HtmlReader): void {
  let name = ''
  let attributes = new Map<string, string>()
  let attribute = ''
  let value = ''
  let readTo = 0
  const skip = (_start: number, end: number) => {
    readTo = end + 1
  }
  const endTag = (end: number) => {
    readTo = end + 1
    openTag?.(name, attributes)
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext(start, end) {
        readTo = end
        text?.(html.slice(start, end))
      },
      ontextentity(codePoint, end) {
        readTo = end
        text?.(String.fromCodePoint(codePoint))
      },
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata(start, end) {
        value += html.slice(start, end)
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint)
      },
      onattribend(quote) {
        if (!attributes.has(attribute)) attributes.set(attribute, quote === QuoteType.NoValue ? '' : value)
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag(start, end) {
        readTo = end + 1
        closeTag?.(html.slice(start, end).toLowerCase())
      },
      oncdata: skip,
      oncomment: skip,
      ondeclaration: skip,
      onprocessinginstruction: skip,
      // An unfinished tag is text, as in `if <hot`.
      onend() {
        if (readTo < html.length) text?.(html.slice(readTo))
      },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
const hidden: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript'])
const isLineStart = (name: string) => /^(?:br|p|li)$/.test(name)
const isLineEnd = (name: string) => /^(?:p|li|div|h[1-6]|tr|ul|ol)$/.test(name)

/** Returns the text outside of hidden elements, with a line break at the end of each block. */
function textOf(html: string): string {
  if (!/[<&]/.test(html)) return html
  let result = ''
  let inside: string | null = null
  readHtml(html, {
    text(text) {
      if (inside === null) result += text
    },
    openTag(name) {
      if (inside !== null) return
      if (hidden.has(name)) inside = name
      else if (isLineStart(name)) result += '\n'
    },
    closeTag(name) {
      if (inside === name) inside = null
      else if (inside === null && isLineEnd(name)) result += '\n'
    },
  })
  return result
}

/** Control characters, direction overrides, soft hyphens and noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u00AD\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu

/**
 * Converts a page's HTML to plain text: removes tags, decodes entities, keeps lines. Repeats this for text that was encoded twice, and for
 * tags that appear then. The result is only ever shown as text.
 */
export function plainText(html: string): string {
  let text = html.slice(0, 200_000).toWellFormed()
  for (let round = 0; round < 3; round += 1) {
    const next = textOf(text)
    if (next === text) break
    text = next
  }
  return text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/\p{M}{9,}/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** Returns `plainText` in one line of at most `max` characters. */
export const plainLine = (html: string, max: number) => plainText(html).replace(/\s+/g, ' ').slice(0, max).toWellFormed().trim()
