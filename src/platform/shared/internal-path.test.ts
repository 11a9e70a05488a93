import { describe, expect, it } from 'vitest'
import { otherSites } from '#tests/support/data/hostile-texts.ts'
import { isInternalPath } from './internal-path.ts'

describe('an internal path', () => {
  it.each(['/', '/login', '/login?confirmed=1', '/settings?tab=profile&email=changed', '/a.b/c-d/e_f'])('may be %j', (text) => {
    expect(isInternalPath(text)).toBe(true)
    const origin = 'https://larder.example'
    expect(new URL(text, origin).href).toBe(origin + text)
  })
  it.each([...otherSites, '', '/.', '/..', '/a/../b', '/a/./b', '/login#x', '/login?next=/%2F', '/login?a=//x'])('isn’t %j', (text) => {
    expect(isInternalPath(text)).toBe(false)
  })
})
