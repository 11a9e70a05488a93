/** What a page of ours may load: its own files and nothing else. Pictures may also be made in the page itself. */
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

/** A policy for pages we do not draw ourselves: their <style> elements count too. */
export const withInlineStyles = (policy: string): string => policy.replace(`style-src 'self'`, `style-src 'self' 'unsafe-inline'`)

/** The security headers of every answer, as helmet would set them: made once, since they are the same for all. */
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
    // On plain http these only make browsers warn.
    ...(isHttps ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
