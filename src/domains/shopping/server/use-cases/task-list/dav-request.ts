import type { FastifyRequest } from 'fastify'
import { Problem } from '#platform/shared/problem.ts'
import { childOf, childrenOf, parseXml, type XmlElement, XmlError } from '../../../rules/dav-xml.ts'

/** What a CalDAV request says besides its path. */
export interface DavRequest {
  readonly text: string
  /** Whether the resources of a collection are asked for too. */
  readonly isDeep: boolean
  readonly ifMatch: string | null
  readonly ifNoneMatch: string | null
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

export const readDavRequest = async ({ request }: { request: FastifyRequest }): Promise<DavRequest> => ({
  text: typeof request.body === 'string' ? request.body : '',
  isDeep: headerOf(request, 'depth') !== '0',
  ifMatch: headerOf(request, 'if-match'),
  ifNoneMatch: headerOf(request, 'if-none-match'),
})

const badXml = () => new Problem(400, 'bad_xml', 'The request isn’t valid XML.')

/** Parses a request's XML. Throws 400 `bad_xml`. */
export function readXml(text: string): XmlElement {
  try {
    return parseXml(text)
  } catch (error) {
    if (error instanceof XmlError) throw badXml()
    throw error
  }
}

const maxProperties = 100

/** Returns the names of the properties that a request wants; null for all. Throws 400 `bad_xml` for more than any program knows. */
export function wantedProperties(element: XmlElement | null): string[] | null {
  const properties = element && childOf(element, 'DAV: prop')
  if (!properties) return null
  const names = [...new Set(properties.children.map(({ name }) => name))]
  if (names.length > maxProperties) throw badXml()
  return names
}

/** Returns the names of the properties that a PROPPATCH sets or removes. */
export const changedProperties = (element: XmlElement): string[] => [
  ...new Set(['DAV: set', 'DAV: remove'].flatMap((part) => childrenOf(element, part).flatMap((change) => wantedProperties(change) ?? []))),
]
