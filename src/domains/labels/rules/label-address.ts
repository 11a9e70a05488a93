/** Why labels with an address may stop working: phones can't open `localhost`, and an IP address may change. Null if nothing is known. */
export function findLabelAddressProblem(origin: string): 'localhost' | 'ip-address' | null {
  const [, hostname = ''] = /^https?:\/\/(\[[^\]]*\]|[^:/]+)/.exec(origin) ?? []
  if (/(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)) return 'localhost'
  return /^[\d.]+$|^\[/.test(hostname) ? 'ip-address' : null
}
