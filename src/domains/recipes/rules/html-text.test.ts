import { expect, it } from 'vitest'
import { plainText } from './html-text.ts'
import { jsonLdBlocks } from './json-ld.ts'

it.each([
  ['1&frac15; cup &rarr; 2&#189; &#xBD; &amp;lt;3&nbsp;min', '1⅕ cup → 2½ ½ <3 min'],
  ['Cr&egrave;me&shy; br&ucircl&eacute;', 'Crème brûlé'],
  ['<p>Simmer<br>20 min</p><ul><li>Stir</li></ul>', 'Simmer\n20 min\nStir'],
  ['<a title="a > b">Soup</a><!-- <b>--> now', 'Soup now'],
  ['Cover if <hot', 'Cover if <hot'],
  ['2 < 3 & 4 > 1', '2 < 3 & 4 > 1'],
  ['a<script>if (1 < 2) "</b>"</script>b<STYLE>c</STYLE >d', 'abd'],
])('reads %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

it('finds JSON-LD as browsers do: not in comments or attributes, in any spelling of the type', () => {
  const html = `<!-- <script type="application/ld+json">1</script> --><p title='<script type="application/ld+json">2'>
    <SCRIPT data-x=">" TYPE=application&#47;LD+JSON >{"a":"<b>&amp;</b>"}</SCRIPT
    ><script type="application/ld+json">cut off`
  expect(jsonLdBlocks(html)).toEqual(['{"a":"<b>&amp;</b>"}', 'cut off'])
})
