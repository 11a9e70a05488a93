import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

export interface Address {
  address: string
  family: 4 | 6
}
/** Returns all addresses of a name, IPv4 and IPv6. Rejects if there are none. */
export type Resolve = (host: string) => Promise<readonly Address[]>
export type IsPublic = (address: string) => boolean

/** Resolves like the machine itself, including its hosts file. */
export const resolveName: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/** Public addresses that clouds use internally for metadata, credentials or management. */
const cloudInternal = [
  '168.63.129.16/32', // Azure: wire server, DNS
  '161.26.0.0/16', // IBM Cloud: infrastructure services
  '166.8.0.0/14', // IBM Cloud: private service endpoints
  '192.80.8.124/32', // Equinix Metal: metadata
  '199.36.153.4/30', // Google Cloud: restricted.googleapis.com
  '199.36.153.8/30', // Google Cloud: private.googleapis.com
].map((range) => ipaddr.IPv4.parseCIDR(range))

/**
 * Returns whether an address is on the public internet. Returns false for loopback, private, shared, link-local, multicast, reserved and
 * cloud-internal addresses, and for IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export const isPublicAddress: IsPublic = (text) => {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !cloudInternal.some((range) => address.match(range))
  return address.match(globalIpv6)
}

/** An address may not be requested. The reason is never shown. */
export class AddressRefusedError extends Error {}

// Names of local networks, such as metadata.google.internal, which returns a cloud machine's secrets.
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid|onion)$/
const isLiteral = (host: string) => host.startsWith('[') || ipaddr.IPv4.isValid(host)
const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/** Parses an address entered by a user or sent by a redirect from `base`. Throws `AddressRefused` unless it is http or https without credentials. */
export function parseOutboundUrl(text: string, base?: URL): URL {
  // Parsers disagree about backslashes, e.g. in `http://good\@bad`.
  if (text.length > 4096 || /[\\\s\p{Cc}]/u.test(text)) throw new AddressRefusedError('malformed')
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new AddressRefusedError('scheme')
  if (url.username || url.password) throw new AddressRefusedError('credentials')
  return url
}

/** Returns whether the operator listed an address by its host (`ntfy.lan`, `ntfy.lan:8080`) or origin (`http://ntfy.lan`). */
export const isListedHost = (url: URL, hosts: readonly string[]): boolean =>
  hosts.some((host) => (host.includes('://') ? url.origin === URL.parse(host)?.origin : host === url.host || host === url.hostname))

export interface AddressRules {
  resolve: Resolve
  isPublic: IsPublic
  /** Hosts of this server. */
  ownHosts: readonly string[]
  /** Allowed ports; an empty string is the default port. */
  ports: readonly string[]
}

export const webPorts = ['', '80', '443']

/**
 * Resolves the host of `url`. Connect only to the returned addresses: resolving again could return a private one (DNS rebinding). Throws
 * `AddressRefused` if any address isn't public.
 */
export async function resolvePublicAddresses(url: URL, { resolve, isPublic, ownHosts, ports }: AddressRules): Promise<readonly Address[]> {
  const host = url.hostname.replace(/\.$/, '').toLowerCase()
  if (!ports.includes(url.port)) throw new AddressRefusedError('port')
  if (ownHosts.some((own) => own.toLowerCase() === host)) throw new AddressRefusedError('own host')
  if (!isLiteral(host) && (!host.includes('.') || localName.test(host))) throw new AddressRefusedError('inside name')
  const addresses = await resolveAnyAddresses(url, resolve)
  if (addresses.some(({ address }) => !isPublic(address))) throw new AddressRefusedError('not public')
  return addresses
}

/** Like `resolvePublicAddresses`, for a host set by the operator. Allows private addresses. */
export async function resolveAnyAddresses(url: URL, resolve: Resolve): Promise<readonly Address[]> {
  const host = bare(url.hostname)
  if (ipaddr.isValid(host)) return [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }]
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new AddressRefusedError('no address')
  return addresses
}
