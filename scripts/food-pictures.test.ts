import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namesByFood } from '#domains/ingredients/rules/built-in/food-names.ts'
import { ingredientPictureOf } from '#domains/ingredients/rules/ingredient-picture.ts'
import { pictureNameTable } from '#domains/ingredients/rules/ingredient-picture-names.ts'

const sprite = readFileSync(join(import.meta.dirname, '../src/domains/ingredients/web/ingredient-picture/food-pictures.svg'), 'utf8')
const drawn = new Set([...sprite.matchAll(/<symbol id="([a-z-]+)"/g)].map(([, id]) => id))
const meant = new Set([...pictureNameTable.matchAll(/^([a-z-]+): /gm)].map(([, id]) => id))

test('every picture that has words is drawn, and every one that is drawn has words', () => {
  expect(drawn.size).toBeGreaterThan(100)
  expect([...meant].filter((id) => !drawn.has(id))).toEqual([])
  expect([...drawn].filter((id) => !meant.has(id))).toEqual([])
})

test('a picture has no colors of its own', () => {
  expect(sprite.match(/(fill|stroke)="(?!none")[^"]*"|style=|<style|<script|href=/g)).toBeNull()
})

test('a food of the catalog has the same picture in every language', () => {
  // What German and French sell under another name: dough for pizza, waffles as pancakes, icing powder as jelly.
  const others = new Set(['Waffle', 'Cake mix', 'Jelly mix', 'Sauce mix', 'Pizza dough'])
  const apart: string[] = []
  for (const [{ name, category }, names] of namesByFood) {
    const pictures = [names.en[0], names.de[0], names.fr[0]].map((one) => ingredientPictureOf(one, category))
    if (new Set(pictures).size > 1 && !others.has(name)) apart.push(`${name}: ${pictures.join(', ')}`)
  }
  expect(apart).toEqual([])
})

test('nearly every other name of a food leads to its picture too', () => {
  const outcomes = [...namesByFood].flatMap(([{ name, category }, names]) =>
    Object.values(names)
      .flat()
      .map((other) => ingredientPictureOf(other, category) === ingredientPictureOf(name, category)),
  )
  expect(outcomes.filter(Boolean).length / outcomes.length).toBeGreaterThan(0.96)
})

test.each([
  ['Apple', 'Produce', 'apple'],
  ['Apple juice', 'Beverages', 'juice'],
  ['Reduced-fat lactose-free Alpine cheese', '', 'cheese'],
  ['2 % milk', '', 'milk'],
  ['TOMATOES', '', 'tomato'],
  ['Tomates cerises', 'Produce', 'tomato'],
  ['Bohnen in Tomatensauce', '', 'can'],
  ['Kräutertee', '', 'tea'],
  ['Basmatireis', '', 'rice'],
  ["Huile d'olive vierge extra", '', 'oil'],
  ['Lait d’amande', '', 'milk'],
  ['Pommes', 'Produce', 'apple'],
  ['Pommes', 'Frozen', 'fries'],
  ['Grandma’s thing', 'Canned Goods', 'can'],
  ['Grandma’s thing', 'Other', null],
  ['???', '', null],
  ['', '', null],
])('%s of %s is shown as %s', (name, category, picture) => {
  expect(ingredientPictureOf(name, category)).toBe(picture)
})
