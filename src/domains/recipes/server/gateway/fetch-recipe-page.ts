import { type FetchOptions, safeFetch } from '#platform/server/security/safe-fetch.ts'
import { pictureTooLargeBytes } from '#platform/server/security/safe-image.ts'

/** How external pages and pictures are fetched; `rules` and `ownHosts` as in `safeFetch`. */
export type ExternalFetchOptions = Pick<FetchOptions, 'rules' | 'ownHosts'>

const pageMs = 5000
const pageBytes = 5 * 1024 * 1024

/** Fetches a page's source and its address after redirects. Throws `fetch_refused` (422) and `fetch_failed` (502), each with one text. */
export async function fetchPage(address: string, outside: ExternalFetchOptions): Promise<{ html: string; url: string; isFound: boolean }> {
  const page = await safeFetch(address, {
    ...outside,
    timeoutMs: pageMs,
    maxBytes: pageBytes,
    accept: ['text/html', 'application/xhtml+xml', 'application/ld+json', 'application/json'],
  })
  return { html: decode(page.body, page.charset), url: page.url, isFound: page.status >= 200 && page.status < 300 }
}

/** Decodes a page as browsers do: by its byte order mark, the header, or a `<meta>` at its start; UTF-8 by default. */
function decode(body: Buffer, charset: string | null): string {
  const start = body.toString('latin1', 0, 4096)
  const mark = start.startsWith('\xfe\xff')
    ? 'utf-16be'
    : start.startsWith('\xff\xfe')
      ? 'utf-16le'
      : start.startsWith('\xef\xbb\xbf')
        ? 'utf-8'
        : null
  const declared = /<meta[^>]{0,200}charset=["']?([\w.:-]{1,40})/i.exec(start)?.[1]
  try {
    return new TextDecoder(mark ?? charset ?? declared ?? 'utf-8').decode(body)
  } catch {
    // An unknown name.
    return body.toString('utf8')
  }
}

/** Fetches a picture's bytes under the same rules; `safeImage` checks their type. */
export async function fetchPicture(address: string, outside: ExternalFetchOptions): Promise<Buffer | null> {
  const accept = ['image/jpeg', 'image/png', 'image/webp']
  const { status, body } = await safeFetch(address, { ...outside, timeoutMs: pageMs, maxBytes: pictureTooLargeBytes - 1, accept })
  return status >= 200 && status < 300 ? body : null
}
