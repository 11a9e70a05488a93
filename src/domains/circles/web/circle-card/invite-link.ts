/** The code in `#code=ABC123`, null when there is none. */
export function codeInHash(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')?.trim().toUpperCase()
  return code && /^[A-Z0-9 -]{1,32}$/.test(code) ? code : null
}

/** The address that fills in the code for whoever opens it. */
export const circleLink = (code: string): string => `${location.origin}/circles#code=${encodeURIComponent(code)}`
