import { expect, test } from 'vitest'
import { nameKey } from '#platform/shared/name-key.ts'
import { namesByFood, translated } from './food-names.ts'
import { foods } from './foods.ts'

for (const [language, names] of Object.entries(translated)) {
  test(`${language}: every food has a name, in the order of the table`, () => {
    expect([...names.keys()]).toEqual(foods.map((food) => food.name))
  })

  test(`${language}: names are unique and plain`, () => {
    const claims = new Map<string, string>()
    const twice: string[] = []
    for (const [{ name: food }, { [language as 'de']: all }] of namesByFood) {
      for (const name of all) {
        const key = nameKey(name)
        if (claims.has(key)) twice.push(`${name}: ${claims.get(key)} and ${food}`)
        claims.set(key, food)
        expect(name).toMatch(/^[\p{L}\d][\p{L}\d %'-]*$/u)
      }
    }
    expect(twice).toEqual([])
  })
}
