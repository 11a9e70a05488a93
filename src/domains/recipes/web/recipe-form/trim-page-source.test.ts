import { expect, it } from 'vitest'
import { trimPageSource } from './trim-page-source.ts'

const data = '<script type="application/ld+json">{"@type":"Recipe"}</script>'
const page = `<html><head>${data}<style>${'a{}'.repeat(100_000)}</style></head><body><script>${'x;'.repeat(100_000)}</script><p>Soup</p></body></html>`

it('keeps recipe data and text of a long page', () => {
  expect(trimPageSource(page)).toBe(`<html><head>${data}</head><body><p>Soup</p></body></html>`)
})
it('keeps short pages and texts that are no page as they are', () => {
  const short = '<html><body><script>1</script></body></html>'
  expect(trimPageSource(short)).toBe(short)
  const text = 'Soup < 20 minutes. '.repeat(30_000)
  expect(trimPageSource(text)).toBe(text)
})
