import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dishDrawingOf, dishDrawings } from './dish-drawing.ts'

const folder = join(import.meta.dirname, '../web/dish-picture')

test('every dish is drawn, and every drawing has words', () => {
  expect(dishDrawings.filter((dish) => !existsSync(join(folder, `${dish}.svg`)))).toEqual([])
  const drawn = readdirSync(folder).flatMap((name) => (name.endsWith('.svg') ? [name.slice(0, -4)] : []))
  expect(drawn.toSorted()).toEqual([...dishDrawings].toSorted())
})

test.each([
  ['Spaghetti Carbonara', 'pasta'],
  ['Vegetable Noodle Soup', 'noodle-soup'],
  ['Tomato and Basil Soup', 'soup'],
  ['Baked Penne with Spinach and Ricotta', 'baked-pasta'],
  ['Lemon Chicken Traybake', 'traybake'],
  ['Greek Salad with Chickpeas', 'salad'],
  ['Banana Bread', 'cake'],
  ['Classic Burgers', 'burger'],
  ['Linsensuppe mit Würstchen', 'soup'],
  ['Kartoffelsalat', 'salad'],
  ['Nudelauflauf', 'baked-pasta'],
  ['Kartoffelauflauf', 'gratin'],
  ['Käsespätzle', 'mac-and-cheese'],
  ['Apfelkuchen', 'cake'],
  ['Hähnchenpfanne mit Reis', 'stir-fry'],
  ['Gratin dauphinois', 'gratin'],
  ['Œufs brouillés', 'fried-eggs'],
  ['Gâteau au chocolat', 'cake'],
  ['Crêpes', 'pancakes'],
  ['Piece of mind', null],
  ['Grandma’s secret', null],
  ['', null],
])('%s is drawn as %s', (name, dish) => {
  expect(dishDrawingOf(name)).toBe(dish)
})
