import { expect, it } from 'vitest'
import { storedLocation, translateLocation } from './location-names.ts'

it.each(['Pantry', 'Fridge', 'Freezer', 'Top shelf', ''])('stores what is shown for a location under its name: %s', (location) => {
  expect(storedLocation(translateLocation(location))).toBe(location)
})

it('stores a default location that is typed in lower case by its name', () => {
  expect(storedLocation('fridge')).toBe('Fridge')
})
