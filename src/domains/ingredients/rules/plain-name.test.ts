import { describe, expect, it } from 'vitest'
import { plainName } from './catalog-dump.ts'

describe('an untrusted name', () => {
  it.each([
    ['&lt;img src=x onerror=alert(1)&gt;', 'img src=x onerror=alert(1)'],
    ['Tom &#38; Jerry&#x27;s &quot;Best&quot;', 'Tom & Jerry\'s "Best"'],
    ['  many \n\t spaces ', 'many spaces'],
    ['abc\u202edcba', 'abc dcba'],
    ['<style>b{}', null],
    ['&#0;&#xD800;', null],
    [42, null],
  ])('%j becomes %j', (text, expected) => expect(plainName(text)).toBe(expected))
})
