import { describe, expect, it } from 'vitest'
import { mayAskFrom } from './allowed-origin.ts'

describe('who may send messages to the assistant’s door', () => {
  it('programs, which name no origin', () => {
    expect(mayAskFrom(undefined, 'larder.example', null)).toBe(true)
    expect(mayAskFrom(undefined, undefined, 'https://larder.example')).toBe(true)
  })
  it('pages of the address that people use, and of no other', () => {
    const may = (origin: string) => mayAskFrom(origin, 'localhost:3000', 'https://larder.example')
    expect(may('https://larder.example')).toBe(true)
    for (const other of ['http://larder.example', 'https://larder.example.evil', 'http://localhost:3000', 'null', ''])
      expect(may(other)).toBe(false)
  })
  it('pages of the same host at home, where no address is set', () => {
    for (const host of [
      'localhost:3000',
      '127.0.0.1:3000',
      '192.168.1.7',
      '[::1]:3000',
      'larder',
      'larder.local',
      'kitchen.home.arpa:3000',
    ])
      expect([host, mayAskFrom(`http://${host}`, host, null)]).toEqual([host, true])
  })
  it('no name that its owner can point at a machine at home, no other port, nothing that is no page', () => {
    expect(mayAskFrom('http://rebound.example:3000', 'rebound.example:3000', null)).toBe(false)
    expect(mayAskFrom('http://localhost:5173', 'localhost:3000', null)).toBe(false)
    expect(mayAskFrom('http://rebound.example', 'localhost:3000', null)).toBe(false)
    for (const origin of ['null', '', 'file://localhost', 'localhost:3000']) expect(mayAskFrom(origin, 'localhost:3000', null)).toBe(false)
  })
})
