import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** Whether a server on this host takes visitors at every address of the machine. */
export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** Addresses other devices at home can open, when HOST lets them in. None where the system does not let its network cards be listed. */
export function phoneAddresses(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  scheme: string,
  port: number,
  cards: typeof networkInterfaces = networkInterfaces,
): string[] {
  if (!isWildcard(host) || publicUrl) return []
  return listed(cards)
    .filter((card) => !card.internal && card.family === 'IPv4')
    .map((card) => `On your phone: ${scheme}://${card.address}:${port}`)
}

/** A service that may not speak to the kernel about its network (no AF_NETLINK) is refused the list; that is no reason not to run. */
function listed(cards: typeof networkInterfaces) {
  try {
    return Object.values(cards()).flatMap((of) => of ?? [])
  } catch {
    return []
  }
}
