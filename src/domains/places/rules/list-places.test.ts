import { describe, expect, it } from 'vitest'
import type { Place } from '../contract.ts'
import { guessStorage } from './guess-storage.ts'
import { listPlaces, sortByPlace, storageAt } from './list-places.ts'

const place = (name: string, part: Partial<Place> = {}): Place => ({
  id: name,
  name,
  position: 0,
  storage: null,
  picture: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...part,
})

describe('the places of a household', () => {
  it('come in its order, then other locations of items, then other names it knows', () => {
    const used = [
      { location: 'Garage', count: 9 },
      { location: 'cellar', count: 2 },
      { location: 'Cellar', count: 1 },
      { location: '', count: 4 },
    ]
    const listed = listPlaces([place('Box'), place('Cellar', { storage: 'FRIDGE' })], used, ['Balcony', 'garage', 'BOX'])
    expect(listed.map(({ name, count, storage, place: row }) => [name, count, storage, row !== null])).toEqual([
      ['Box', 0, null, true],
      ['Cellar', 3, 'FRIDGE', true],
      ['Garage', 9, null, false],
      ['Balcony', 0, null, false],
    ])
    expect(listed[1]?.locations).toEqual(['cellar', 'Cellar'])
  })

  it('sort what is at them, other locations last in their own order', () => {
    const rows = ['Garage', 'cellar', 'Attic', 'Box'].map((location) => ({ location }))
    const sorted = sortByPlace([place('Box'), place('Cellar')], rows)
    expect(sorted.map(({ location }) => location)).toEqual(['Box', 'cellar', 'Garage', 'Attic'])
  })

  it('say how cold it is, else their name does', () => {
    const places = [place('Fridge door', { storage: null }), place('Cellar', { storage: 'FREEZER' })]
    expect(['fridge DOOR', 'cellar', 'Kühlschranktür', 'Garage', ''].map((name) => storageAt(places, name))).toEqual([
      null,
      'FREEZER',
      'FRIDGE',
      null,
      null,
    ])
  })
})

it.each([
  ['Gefriertruhe', 'FREEZER'],
  ['Congélateur coffre', 'FREEZER'],
  ['Gemüsefach', 'FRIDGE'],
  ['Bac à légumes', 'FRIDGE'],
  ['Schrank', 'PANTRY'],
  ['Plan de travail', 'PANTRY'],
  ['Keller', null],
])('guesses how cold it is at %s', (name, storage) => expect(guessStorage(name)).toBe(storage))
