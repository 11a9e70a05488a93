import { expect, it } from 'vitest'
import { intentAfterRefusal, type ListIntent } from './list-intent.ts'

const id = '0193b0a0-0000-7000-8000-000000000001'
const add: ListIntent = {
  do: 'add',
  id,
  name: 'Milk',
  ingredientId: null,
  quantity: 1,
  unit: 'l',
  category: 'Dairy & Eggs',
  priority: 'medium',
  at: '2026-11-27T01:00:00.000Z',
  listId: '0193b0a0-0000-7000-8000-000000000002',
}
const check: ListIntent = { do: 'check', id, isChecked: true, at: add.at }

it('lets a deletion win over a late check or addition', () => {
  const gone = { intent: { do: 'gone', id } }
  expect(intentAfterRefusal(check, { status: 404, code: 'not_found' })).toEqual(gone)
  expect(intentAfterRefusal(check, { status: 409, code: 'item_gone' })).toEqual(gone)
  expect(intentAfterRefusal(add, { status: 409, code: 'item_gone' })).toEqual(gone)
})

it('keeps a new row whose list the server doesn’t know, so that its person is told', () => {
  expect(intentAfterRefusal(add, { status: 404, code: 'not_found' })).toBeUndefined()
})
