import { expect, it } from 'vitest'
import { findLabelAddressProblem } from './label-address.ts'

it.each([
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', 'localhost'],
  ['http://[::1]:3000', 'localhost'],
  ['http://192.168.1.20:3000', 'ip-address'],
  ['https://[fd00::20]', 'ip-address'],
  ['https://larder.example', null],
  ['http://larder.fritz.box', null],
  ['http://10.example.org', null],
])('knows what may go wrong with labels that lead to %s', (origin, risk) => {
  expect(findLabelAddressProblem(origin)).toBe(risk)
})
