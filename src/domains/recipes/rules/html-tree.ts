import { readHtml } from './html-text.ts'

/** An element of a page. Text and elements in their order. */
export interface PageElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (PageElement | string)[]
}

/** A long page has ten thousand. */
const maxElements = 60_000
/** Deeper elements become siblings, so that walking the tree can't exhaust the call stack. */
const maxDepth = 120

const voidElements: ReadonlySet<string> = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const blocks =
  /^(?:address|article|aside|blockquote|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul)$/
/** Elements that end when one of these starts right inside them, as HTML lets authors omit their end tags. */
const endedBy: Readonly<Record<string, RegExp>> = {
  p: blocks,
  li: /^li$/,
  dt: /^d[dt]$/,
  dd: /^d[dt]$/,
  tr: /^tr$/,
  td: /^(?:t[dhr])$/,
  th: /^(?:t[dhr])$/,
  option: /^option$/,
}

/** Reads a page into a tree, leniently. Linear in its length: a missing or extra end tag is resolved without searching the open elements. */
export function parseTree(html: string): PageElement {
  const root: PageElement = { name: '', attributes: new Map(), children: [] }
  const open: PageElement[] = [root]
  const openCount = new Map<string, number>()
  let count = 0
  const top = () => open.at(-1) ?? root
  const pop = () => {
    const { name } = open.pop() ?? root
    openCount.set(name, (openCount.get(name) ?? 1) - 1)
  }
  readHtml(html, {
    text(text) {
      const { children } = top()
      const last = children.at(-1)
      if (typeof last === 'string') children[children.length - 1] = last + text
      else children.push(text)
    },
    openTag(name, attributes) {
      if (++count > maxElements) return
      while (open.length > 1 && endedBy[top().name]?.test(name)) pop()
      const element: PageElement = { name, attributes, children: [] }
      top().children.push(element)
      if (voidElements.has(name) || open.length > maxDepth) return
      open.push(element)
      openCount.set(name, (openCount.get(name) ?? 0) + 1)
    },
    closeTag(name) {
      if ((openCount.get(name) ?? 0) === 0) return
      while (top().name !== name) pop()
      pop()
    },
  })
  return root
}

/** Calls `enter` for the elements inside `from` in document order. Skips what is inside an element for which it returns false. */
export function walkElements(from: PageElement, enter: (element: PageElement) => boolean): void {
  for (const child of from.children) if (typeof child !== 'string' && enter(child)) walkElements(child, enter)
}

/** Returns the elements inside `from` for which `isWanted`, in document order. */
export function findElements(from: PageElement, isWanted: (element: PageElement) => boolean): PageElement[] {
  const found: PageElement[] = []
  walkElements(from, (element) => {
    if (isWanted(element)) found.push(element)
    return true
  })
  return found
}

/** Returns whether an element inside `from` is wanted. */
export const hasElement = (from: PageElement, isWanted: (element: PageElement) => boolean): boolean =>
  from.children.some((child) => typeof child !== 'string' && (isWanted(child) || hasElement(child, isWanted)))

/** Returns the names in an element's `class` attribute. */
export const classesOf = ({ attributes }: PageElement): string[] =>
  (attributes.get('class') ?? '').split(/\s+/).filter((name) => name !== '')

const hidden: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg', 'button', 'select', 'iframe'])
const ownLines = /^(?:br|p|li|div|h[1-6]|tr|ul|ol|dl|dt|dd|table|section|article|header|blockquote|label)$/

/** Returns the visible text of an element, with a line break around each block. */
export function treeText(element: PageElement): string {
  let text = ''
  const walk = ({ name, children }: PageElement) => {
    if (hidden.has(name)) return
    const isBlock = ownLines.test(name)
    if (isBlock) text += '\n'
    // Line breaks of the source are spaces.
    for (const child of children) {
      if (typeof child === 'string') text += child.replace(/\s+/g, ' ')
      else walk(child)
    }
    if (isBlock) text += '\n'
    else if (name === 'td' || name === 'th') text += ' '
  }
  walk(element)
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
