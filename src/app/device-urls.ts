import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** Whether the server listens on all addresses of this machine. */
export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'

/**
 * Returns lines with the URLs that other devices at home can open. Empty if HOST doesn't allow it or the system can't list its network
 * interfaces.
 */
export function listDeviceUrls(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  scheme: string,
  port: number,
  interfaces: typeof networkInterfaces = networkInterfaces,
): string[] {
  if (!isWildcard(host) || publicUrl) return []
  return listInterfaces(interfaces)
    .filter((networkInterface) => !networkInterface.internal && networkInterface.family === 'IPv4')
    .map((networkInterface) => `On your phone: ${scheme}://${networkInterface.address}:${port}`)
}

/** A sandboxed service without AF_NETLINK can't list its network interfaces, which must not stop the start. */
function listInterfaces(interfaces: typeof networkInterfaces) {
  try {
    return Object.values(interfaces()).flatMap((of) => of ?? [])
  } catch {
    return []
  }
}
