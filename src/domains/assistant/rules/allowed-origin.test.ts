import { describe, expect, it } from 'vitest'
import { isAllowedOrigin } from './allowed-origin.ts'

describe('isAllowedOrigin', () => {
  it('allows programs, which send no origin', () => {
    expect(isAllowedOrigin(undefined, 'larder.example', null)).toBe(true)
    expect(isAllowedOrigin(undefined, undefined, 'https://larder.example')).toBe(true)
  })
  it('allows only pages of the public URL', () => {
    const may = (origin: string) => isAllowedOrigin(origin, 'localhost:3000', 'https://larder.example')
    expect(may('https://larder.example')).toBe(true)
    for (const other of ['http://larder.example', 'https://larder.example.evil', 'http://localhost:3000', 'null', ''])
      expect(may(other)).toBe(false)
  })
  it('allows pages of the same local host without a public URL', () => {
    for (const host of [
      'localhost:3000',
      '127.0.0.1:3000',
      '192.168.1.7',
      '[::1]:3000',
      'larder',
      'larder.local',
      'kitchen.home.arpa:3000',
    ])
      expect([host, isAllowedOrigin(`http://${host}`, host, null)]).toEqual([host, true])
  })
  it('rejects public host names, other ports and invalid origins', () => {
    expect(isAllowedOrigin('http://rebound.example:3000', 'rebound.example:3000', null)).toBe(false)
    expect(isAllowedOrigin('http://localhost:5173', 'localhost:3000', null)).toBe(false)
    expect(isAllowedOrigin('http://rebound.example', 'localhost:3000', null)).toBe(false)
    for (const origin of ['null', '', 'file://localhost', 'localhost:3000'])
      expect(isAllowedOrigin(origin, 'localhost:3000', null)).toBe(false)
  })
})
