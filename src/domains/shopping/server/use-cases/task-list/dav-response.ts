import { RawResponse } from '#platform/server/endpoints/serialize.ts'
import { davErrorDocument, davHeaders } from '#platform/server/http/error-responses.ts'
import { escapeXml } from '../../../rules/dav-xml.ts'

const namespaces: Readonly<Record<string, string>> = {
  'DAV:': 'D',
  'urn:ietf:params:xml:ns:caldav': 'C',
  'http://calendarserver.org/ns/': 'S',
}
const declarations = Object.entries(namespaces)
  .map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`)
  .join('')

/** Properties by their resolved name, as XML of their content. */
export type Properties = Readonly<Record<string, string>>

/** One resource of a multi-status response. */
export type DavResource =
  | { readonly href: string; readonly properties: Properties; readonly wanted: readonly string[] | null }
  | { readonly href: string; readonly status: string }

const localName = /^[\w.-]+$/

function element(name: string, content: string): string {
  const at = name.lastIndexOf(' ')
  const [uri, local] = [name.slice(0, at), name.slice(at + 1)]
  const prefix = namespaces[uri]
  if (!localName.test(local)) return ''
  const [tag, declared] = prefix === undefined ? [`x:${local}`, ` xmlns:x="${escapeXml(uri)}"`] : [`${prefix}:${local}`, '']
  if (prefix === undefined && uri === '') return `<${local}/>`
  return content === '' ? `<${tag}${declared}/>` : `<${tag}${declared}>${content}</${tag}>`
}

const propstat = (status: string, content: string) =>
  content === '' ? '' : `<D:propstat><D:prop>${content}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`

function toXml(resource: DavResource): string {
  const href = `<D:href>${escapeXml(resource.href)}</D:href>`
  if ('status' in resource) return `<D:response>${href}<D:status>HTTP/1.1 ${resource.status}</D:status></D:response>`
  const { properties, wanted } = resource
  const names = wanted ?? Object.keys(properties).filter((name) => name !== calendarData)
  const [found, missing] = [
    names.filter((name) => Object.hasOwn(properties, name)),
    names.filter((name) => !Object.hasOwn(properties, name)),
  ]
  const stats =
    propstat('200 OK', found.map((name) => element(name, properties[name] ?? '')).join('')) +
    propstat('404 Not Found', missing.map((name) => element(name, '')).join(''))
  return `<D:response>${href}${stats === '' ? '<D:status>HTTP/1.1 200 OK</D:status>' : stats}</D:response>`
}

const calendarData = 'urn:ietf:params:xml:ns:caldav calendar-data'

const xml = (content: string) => `<?xml version="1.0" encoding="utf-8"?>\n${content}`
const xmlType = { 'Content-Type': 'application/xml; charset=utf-8' }

/** In characters: a list of some thousand rows. */
const maxReply = 8_000_000

/** Says that a program has to ask for less at a time (RFC 6578, 3.6). */
export const tooManyMatches = (): RawResponse => davError('<D:number-of-matches-within-limits/>', 507)

/** Returns a multi-status response, or 507 if it would be too large. `more` is XML after the resources. Pass an iterator for many resources. */
export function multiStatus(resources: Iterable<DavResource>, more = ''): RawResponse {
  const parts: string[] = []
  let length = 0
  for (const resource of resources) {
    const part = toXml(resource)
    length += part.length
    if (length > maxReply) return tooManyMatches()
    parts.push(part)
  }
  return new RawResponse(xml(`<D:multistatus${declarations}>${parts.join('')}${more}</D:multistatus>`), { ...davHeaders, ...xmlType }, 207)
}

/** Returns a response that says which condition a request violates. `condition` is XML. */
export const davError = (condition: string, status = 403): RawResponse =>
  new RawResponse(davErrorDocument(condition), { ...davHeaders, ...xmlType }, status)

export const davAnswer = (status: number, headers: Readonly<Record<string, string>> = {}, content = ''): RawResponse =>
  new RawResponse(content, { ...davHeaders, ...headers }, status)

/** Refuses changed properties of a list, as a response to PROPPATCH. */
export const refuseProperties = (href: string, names: readonly string[]): RawResponse =>
  new RawResponse(
    xml(
      `<D:multistatus${declarations}><D:response><D:href>${escapeXml(href)}</D:href>${propstat('403 Forbidden', names.map((name) => element(name, '')).join(''))}</D:response></D:multistatus>`,
    ),
    { ...davHeaders, ...xmlType },
    207,
  )
