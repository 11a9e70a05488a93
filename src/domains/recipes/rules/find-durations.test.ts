import { expect, it } from 'vitest'
import { findDurations } from './find-durations.ts'

const minutes = (text: string, isField = false) => findDurations(text, isField).map(({ seconds }) => seconds / 60)

it.each([
  ['1h45 à 2h', 120],
  ['1h30 à 1h45', 105],
  ['1 hour 10 to 15 minutes', 75],
  ['1h30 - 1h45', 105],
  ['1h20-1h30', 90],
  ['1h20—1h30', 90],
  ['1 h 30 ou 1 h 45', 105],
  ['1 Std 30 bis 2 Std', 120],
  ['Enfourner 1h30 à 180 °C.', 90],
  ['Cuire 1h30 à 80°C.', 90],
  ['1h30 ou 2 de plus', 90],
  ['After 1 hour 20 biscuits are baked.', 60],
  ['Nach 1 Stunde 12 Brötchen formen.', 60],
  ['Bake 1 hour 20 at 180 °C.', 80],
  ['1 heure 15 environ', 75],
])('reads the longest of %s', (text, longest) => {
  expect(minutes(text)).toEqual([longest])
})

it.each([
  ['1h15-1h30', 90],
  ['1h45 à 2h', 120],
  ['1 h 10 to 15 m', 75],
])('reads the longest of %s in a field', (text, longest) => {
  expect(minutes(text, true)).toEqual([longest])
})
