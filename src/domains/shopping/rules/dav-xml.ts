import { Parser } from 'htmlparser2'

/** An element with its namespace resolved: `DAV: propfind`. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** A text isn't well-formed XML, or is more than a request needs. */
export class XmlError extends Error {}

const maxDepth = 16
const maxElements = 5_000
/** In the whole document. */
const maxAttributes = 1_000
/** Of a namespace's address, which is part of the name of each of its elements. */
const maxNamespace = 256

type Open = { -readonly [K in keyof XmlElement]: XmlElement[K] } & { children: XmlElement[]; namespaces: Readonly<Record<string, string>> }

/**
 * Parses a document of a few thousand elements. Knows only the five entities of XML itself: refuses document types, so nothing is expanded
 * or fetched. Throws `XmlError`.
 */
export function parseXml(text: string): XmlElement {
  const root: Open = { name: '', attributes: {}, children: [], text: '', namespaces: { xml: 'xml' } }
  const open: Open[] = [root]
  let count = 0
  let attributeCount = 0
  const parser = new Parser(
    {
      onopentag(tag, attributes, isImplied) {
        const parent = open.at(-1) ?? root
        if (isImplied) throw new XmlError('not well-formed')
        attributeCount += Object.keys(attributes).length
        if (++count > maxElements || open.length > maxDepth || attributeCount > maxAttributes) throw new XmlError('too large')
        const declared = Object.entries(attributes).flatMap(([name, value]) =>
          name === 'xmlns' ? [['', value]] : name.startsWith('xmlns:') ? [[name.slice(6), value]] : [],
        )
        if (declared.some(([, uri = '']) => uri.length > maxNamespace)) throw new XmlError('too large')
        const namespaces = declared.length === 0 ? parent.namespaces : { ...parent.namespaces, ...Object.fromEntries(declared) }
        open.push({ name: resolve(tag, namespaces), attributes, children: [], text: '', namespaces })
      },
      ontext(data) {
        const current = open.at(-1) ?? root
        current.text += data
      },
      onclosetag(_tag, isImplied) {
        const closed = open.pop()
        const isSelfClosed = text.slice(parser.startIndex, parser.endIndex + 1).endsWith('/>')
        if (isImplied && !isSelfClosed) throw new XmlError('not well-formed')
        if (closed === undefined || closed === root) throw new XmlError('not well-formed')
        // Without its namespaces, which may be many.
        const { namespaces: _used, ...element } = closed
        open.at(-1)?.children.push(element)
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw new XmlError('document types are refused')
      },
      onerror(error) {
        throw error
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
  const [element] = root.children
  if (open.length !== 1 || element === undefined || root.children.length !== 1 || root.text.trim().replace(/^\ufeff/, '') !== '')
    throw new XmlError('not well-formed')
  return element
}

function resolve(tag: string, namespaces: Readonly<Record<string, string>>): string {
  const [prefix, local] = tag.includes(':') ? [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)] : ['', tag]
  const namespace = Object.hasOwn(namespaces, prefix) ? namespaces[prefix] : prefix === '' ? '' : undefined
  if (namespace === undefined) throw new XmlError('an unknown prefix')
  return `${namespace} ${local}`
}

export const childOf = (element: XmlElement, name: string): XmlElement | undefined => element.children.find((child) => child.name === name)
export const childrenOf = (element: XmlElement, name: string): XmlElement[] => element.children.filter((child) => child.name === name)

export const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't hold them
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
