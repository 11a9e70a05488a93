import { describe, expect, it } from 'vitest'
import { labelLink, readLabelCode, readLabelLink } from './label-link.ts'

describe('a label’s link', () => {
  it('is read in either case, and with another address of the server', () => {
    const link = labelLink('https://larder.example', 'K7M4XQPD')
    expect(link).toBe('HTTPS://LARDER.EXAMPLE/L/K7M4XQPD')
    for (const text of [link, link.toLowerCase(), 'http://192.168.1.20:3000/l/K7M4XQPD/?utm=nfc'])
      expect(readLabelLink(text)).toBe('K7M4XQPD')
  })

  it.each([
    'https://larder.example/l/K7M4XQP',
    'https://larder.example/l/K7M4XQPDD',
    'https://larder.example/x/l/K7M4XQPD',
    // Has letters that no code has.
    'https://larder.example/l/SOOZBLII',
    'https://id.gs1.org/01/09506000134352',
    'K7M4XQPD',
    'javascript:/l/K7M4XQPD',
  ])('isn’t %s', (text) => {
    expect(readLabelLink(text)).toBeNull()
  })

  it('can be typed as its code', () => {
    expect(readLabelCode(' k7m4-xqpd ')).toBe('K7M4XQPD')
    expect(readLabelCode('HTTPS://LARDER.EXAMPLE/L/K7M4XQPD')).toBe('K7M4XQPD')
    expect(readLabelCode('4006381333931')).toBeNull()
  })
})
