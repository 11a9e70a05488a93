import { expect, test } from 'vitest'
import { z } from 'zod'
import { Id } from '#platform/shared/ids.ts'
import { rowIdOf } from './missing-list-rows.ts'

test('the ids of the rows that an addition makes differ by recipe, line and addition', () => {
  const [one, other] = ['0199c2b4-7f10-7a52-9a3c-0f4b7de1a2c3', '5f0c2f6e-1d8b-4c39-8f11-fffffffffffa']
  const ids = [one, other].flatMap((addition) =>
    [one, other].flatMap((recipe) => Array.from({ length: 100 }, (_, place) => rowIdOf(addition, recipe, place))),
  )
  expect(new Set(ids).size).toBe(400)
  expect(z.array(Id).parse(ids)).toEqual(ids)
  expect(rowIdOf(one, other, 7)).toBe(ids[107])
})
