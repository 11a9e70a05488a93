/** Allows the app's own files only, plus images that the page creates. */
const contentSecurityPolicy = [
  `default-src 'self'`,
  `script-src 'self' 'wasm-unsafe-eval'`,
  `style-src 'self'`,
  `img-src 'self' data: blob:`,
  `connect-src 'self'`,
  `worker-src 'self' blob:`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
]

/** Relaxes a policy for pages of libraries, which contain <style> elements. */
export const withInlineStyles = (policy: string): string => policy.replace(`style-src 'self'`, `style-src 'self' 'unsafe-inline'`)

/** Returns the security headers of every response, the same ones that helmet sets. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': [...contentSecurityPolicy, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join(';'),
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), screen-wake-lock=(self)',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
    // On plain HTTP, browsers only warn about these.
    ...(isHttps ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

const internalOrigin = 'http://larder.internal'

/** Returns whether a `Location` header in the response for `path` points to this server. */
export function isSameServer(location: string, path: string): boolean {
  const base = internalOrigin + path
  return !location.includes('\\') && URL.canParse(location, base) && new URL(location, base).origin === internalOrigin
}
