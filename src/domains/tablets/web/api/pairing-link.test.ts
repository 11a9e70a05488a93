import { expect, test } from 'vitest'
import { codeOfLink, pairingLink } from './pairing-link.ts'

test('a link carries the code after the #', () => {
  const link = pairingLink('https://larder.example', 'ACDE-FGHJ')
  expect(link).toBe('https://larder.example/settings?tab=data#tablet=ACDE-FGHJ')
  expect(codeOfLink(new URL(link).hash)).toBe('ACDE-FGHJ')
})

test.each(['', '#tablet=', '#tablet=ACDE', '#tablet=ACDE-FGHJ-KMNP', '#tablet=<script>', '#other=ACDEFGHJ'])('ignores %j', (hash) => {
  expect(codeOfLink(hash)).toBeNull()
})
