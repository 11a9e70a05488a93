import { expect, it, vi } from 'vitest'
import { bookmarkletFor, pageInHash, sendPage } from './bookmarklet.ts'

const data = '<script type="application/ld+json">{"@type":"Recipe","name":"Käse & Brot"}</script>'
/** Returns the page that arrives at the import. */
function sent(): string | null {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  sendPage('https://larder.example/recipes?sheet=import')
  const address = new URL(String(open.mock.lastCall?.[0]))
  open.mockRestore()
  expect(address.origin + address.pathname + address.search).toBe('https://larder.example/recipes?sheet=import')
  return pageInHash(address.hash)
}

it('sends the page with its recipe data, without scripts and pictures', () => {
  document.documentElement.innerHTML = `<head>${data}<style>a{}</style></head><body><script>x()</script><img src="a"><p>Soup</p></body>`
  expect(sent()).toBe(`<html><head>${data}</head><body><p>Soup</p></body></html>`)
  expect(document.querySelector('img')).not.toBeNull()
})
it.each(['x'.repeat(1_000_000), 'あ'.repeat(150_000)])('sends only the data of a page that is too long once encoded', (text) => {
  document.documentElement.innerHTML = `<head>${data}</head><body><p>${text}</p></body>`
  expect(sent()).toBe(`<html>${data}</html>`)
})
it('sends the beginning of a long page without data', () => {
  document.documentElement.innerHTML = `<head></head><body><p>${'あ'.repeat(150_000)}</p></body>`
  const page = sent() ?? ''
  expect(page).toMatch(/^<html><head><\/head><body><p>あ+$/)
  expect(encodeURIComponent(page).length).toBeLessThanOrEqual(900_000)
})
it('is a bookmark that needs nothing from Larder', () => {
  const code = decodeURIComponent(bookmarkletFor('https://larder.example'))
  expect(code).toMatch(/^javascript:\(function/)
  expect(code).toContain('"https://larder.example/recipes?sheet=import"')
})
it('ignores other fragments', () => {
  expect([pageInHash(''), pageInHash('#code=1'), pageInHash('#page='), pageInHash('#page=%E0%A4%A')]).toEqual([null, null, null, null])
})
