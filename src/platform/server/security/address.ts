import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

export interface Address {
  address: string
  family: 4 | 6
}
/** All addresses of a name, both families. Rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly Address[]>
export type IsPublic = (address: string) => boolean

/** The addresses the machine itself would use, its hosts file included. */
export const resolveName: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/** Public by number, but answered inside a cloud's network only: there they serve metadata, credentials or management. */
const cloudInternal = [
  '168.63.129.16/32', // Azure: wire server, DNS
  '161.26.0.0/16', // IBM Cloud: infrastructure services
  '166.8.0.0/14', // IBM Cloud: private service endpoints
  '192.80.8.124/32', // Equinix Metal: metadata
  '199.36.153.4/30', // Google Cloud: restricted.googleapis.com
  '199.36.153.8/30', // Google Cloud: private.googleapis.com
].map((range) => ipaddr.IPv4.parseCIDR(range))

/**
 * Whether an address belongs to the open internet. Everything with a special meaning is not: loopback, private, shared, link-local,
 * multicast, reserved, internal to a cloud, and IPv6 forms that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo).
 */
export const isPublicAddress: IsPublic = (text) => {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !cloudInternal.some((range) => address.match(range))
  return address.match(globalIpv6)
}

/** An address that must not be asked; which of the reasons it was is told to nobody. */
export class Refused extends Error {}

// Names that mean something only inside a network. Cloud machines answer secrets at metadata.google.internal.
const insideOnly = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid|onion)$/
const isLiteral = (host: string) => host.startsWith('[') || ipaddr.IPv4.isValid(host)
const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/** The address as a person or a redirect gave it. `base`: where a redirect came from. Throws `Refused` for anything but plain http and https. */
export function parseAddress(text: string, base?: URL): URL {
  // A parser that reads a backslash as a slash sends `http://good\@bad` elsewhere than one that does not.
  if (text.length > 4096 || /[\\\s\p{Cc}]/u.test(text)) throw new Refused('malformed')
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new Refused('scheme')
  if (url.username || url.password) throw new Refused('credentials')
  return url
}

export interface Rules {
  resolve: Resolve
  isPublic: IsPublic
  /** Hosts of this very server. */
  ownHosts: readonly string[]
  /** As they stand in an address; empty is the usual one. */
  ports: readonly string[]
}

export const webPorts = ['', '80', '443']

/**
 * The addresses that may be connected to for `url`, looked up once: connecting to anything else would let a second answer of the
 * name server lead inside. One private answer refuses them all. Throws `Refused`.
 */
export async function publicAddresses(url: URL, { resolve, isPublic, ownHosts, ports }: Rules): Promise<readonly Address[]> {
  const host = url.hostname.replace(/\.$/, '').toLowerCase()
  if (!ports.includes(url.port)) throw new Refused('port')
  if (ownHosts.some((own) => own.toLowerCase() === host)) throw new Refused('own host')
  if (!isLiteral(host) && (!host.includes('.') || insideOnly.test(host))) throw new Refused('inside name')
  const addresses = await anyAddresses(url, resolve)
  if (addresses.some(({ address }) => !isPublic(address))) throw new Refused('not public')
  return addresses
}

/** As `publicAddresses` for a host that the operator set: private ones are as good as others. */
export async function anyAddresses(url: URL, resolve: Resolve): Promise<readonly Address[]> {
  const host = bare(url.hostname)
  if (ipaddr.isValid(host)) return [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }]
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new Refused('no address')
  return addresses
}
