import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { type ProposedMeal, proposeWeek, putMealPlan, type WeekPlanRequest } from '../../contract/index.ts'
import { WeekProposalDialog } from './week-proposal-dialog.tsx'

// A Friday and a Saturday.
const [friday, saturday] = ['2026-11-27', '2026-11-28'] as const
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

const meal = (date: string, number: number, recipeName: string, more: Partial<ProposedMeal> = {}): ProposedMeal => ({
  ...{ date, recipeId: id(number), inventoryItemId: null, recipeName, servings: 2, saves: 0, savesCost: null, savings: [] },
  ...{
    stock: { have: 3, short: 0, missing: 0, total: 3 },
    minutes: 0,
    isFavorite: false,
    lastCookedOn: null,
    cost: 0,
    unpriced: 0,
    unknownEaterIds: [],
  },
  ...more,
})
const week = (...choices: ProposedMeal[]): ReplyOf<typeof proposeWeek> => ({
  choices,
  saves: 0,
  savesCost: null,
  cost: 0,
  unpriced: 0,
  leftOut: [],
})

/** Shows the dialog over a server that answers each request with the next of these. */
async function show(...answers: (ReturnType<typeof week> | Response)[]) {
  signIn()
  fakeHome()
  const asked: WeekPlanRequest[] = []
  fakeApi(proposeWeek, ({ body }) => {
    asked.push(body)
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    return answer instanceof Response ? answer.clone() : (answer ?? week())
  })
  const planned: unknown[] = []
  fakeApi(putMealPlan, ({ body }) => {
    planned.push(...body.entries.map(({ id: _id, ...entry }) => entry))
    return reply([], { 'X-Change-Seq': '9' })
  })
  const closed = vi.fn()
  const days = [friday, saturday]
  await showPage(() => <WeekProposalDialog days={days} free={days} today={friday} onClose={closed} />)
  return { asked, planned, closed }
}
const suggest = async (name = 'Suggest meals') => userEvent.click(await screen.findByRole('button', { name }))
const rows = () => within(screen.getByRole('list', { name: 'Suggested meals' })).getAllByRole('listitem')
const texts = () => rows().map(({ textContent }) => textContent)

test('says why each meal was chosen, and plans recipes and portions of leftovers', async () => {
  const { planned, closed } = await show({
    ...week(
      meal(friday, 1, 'Leek tart', {
        ...{ minutes: 75, isFavorite: true, lastCookedOn: '2026-10-23', savesCost: 2.1, cost: 3.4, unpriced: 1 },
        savings: [{ ingredientId: id(7), ingredientName: 'Leek', quantity: 2.96, unit: 'each', daysLeft: 1 }],
        stock: { have: 1, short: 1, missing: 1, total: 3 },
      }),
      meal(saturday, 2, 'Bean stew', { recipeId: null, inventoryItemId: id(9), savesCost: 1.5 }),
    ),
    ...{ savesCost: 3.6, cost: 3.4, unpriced: 1 },
  })
  await suggest()
  await screen.findByText('Together these save about $3.60 worth of food.')
  expect(screen.getAllByText('To buy: about $3.40, and 1 thing without a price')).toHaveLength(1)
  const [tart, stew] = rows()
  expect(tart?.textContent).toContain(
    'Uses up Leek ($2.10) · To buy: about $3.40, and 1 thing without a price · 1 h 15 min · A favorite · Not made for 5 weeks',
  )
  expect(stew?.textContent).toContain('Leftovers: 2 portions · Worth about $1.50')
  await userEvent.click(screen.getByRole('button', { name: 'Plan 2 meals' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(planned).toEqual([
    { date: friday, recipeId: id(1), servings: 2 },
    { date: saturday, inventoryItemId: id(9), quantity: 2 },
  ])
})

test('says what is plain: nothing saved, nothing to buy or things without prices', async () => {
  await show(
    week(
      meal(friday, 1, 'Rice'),
      meal(saturday, 2, 'Paella', { cost: null, unpriced: 2, stock: { have: 1, short: 0, missing: 2, total: 3 } }),
    ),
  )
  await suggest()
  await screen.findByText('Nothing expiring · Nothing to buy')
  expect(texts()[1]).toContain('Nothing expiring · 2 to buy')
  expect(screen.queryByText(/Together/)).toBeNull()
})

test('asks for time on weekdays and weekends and for a budget, and refuses one that is no money', async () => {
  const { asked } = await show(week(meal(friday, 1, 'Rice')))
  await userEvent.click(await screen.findByText('Time and budget'))
  await userEvent.selectOptions(screen.getByLabelText('Monday to Friday'), 'Up to 30 min')
  await userEvent.selectOptions(screen.getByLabelText('Weekend'), 'Up to 1 h')
  await userEvent.type(screen.getByLabelText('Most to spend on shopping'), 'lots')
  await suggest()
  await screen.findByText('Enter an amount of money, or leave it empty.')
  await userEvent.clear(screen.getByLabelText('Most to spend on shopping'))
  await userEvent.type(screen.getByLabelText('Most to spend on shopping'), '12.5')
  await suggest()
  await screen.findByText('Rice')
  expect(asked).toEqual([
    {
      ...{ dates: [friday, saturday], servings: 2, maxMissing: 6, budget: 12.5, fixed: [], exclude: [] },
      maxMinutes: [
        { date: friday, minutes: 30 },
        { date: saturday, minutes: 60 },
      ],
    },
  ])
})

test('replaces one meal and keeps the others; says if nothing else fits, or if it failed', async () => {
  const first = week(meal(friday, 1, 'Rice'), meal(saturday, 2, 'Stew', { recipeId: null, inventoryItemId: id(9) }))
  const second = week(meal(friday, 3, 'Soup'), first.choices[1] as ProposedMeal)
  const { asked } = await show(
    first,
    second,
    week(first.choices[1] as ProposedMeal),
    problem(400, 'down', 'The kitchen is closed.'),
    problem(404, 'not_found', 'Not found.'),
  )
  await suggest()
  await userEvent.click(await screen.findByRole('button', { name: 'Replace Rice' }))
  await screen.findByText('Soup')
  expect(asked[1]).toMatchObject({ fixed: [{ date: saturday, inventoryItemId: id(9) }], exclude: [id(1)] })
  await userEvent.click(screen.getByRole('button', { name: 'Replace Soup' }))
  await screen.findByText('Nothing else fits that day. Allow more missing ingredients, more time or more money.')
  expect(asked[2]).toMatchObject({ exclude: [id(1), id(3)] })
  expect(texts()[0]).toContain('Soup')
  await userEvent.click(screen.getByRole('button', { name: 'Replace Soup' }))
  await screen.findByText('The kitchen is closed.')
  // What was replaced may come back, since nothing else was left.
  expect(asked[3]).toMatchObject({ exclude: [id(3)] })
  await userEvent.click(screen.getByRole('button', { name: 'Replace Soup' }))
  await screen.findByText('One of these meals no longer exists. Suggest meals again.')
})

test('suggests other meals again, except for what is kept, and begins again when there is nothing else', async () => {
  const rice = meal(friday, 1, 'Rice')
  const { asked } = await show(
    week(rice, meal(saturday, 2, 'Stew')),
    week(rice, meal(saturday, 3, 'Soup')),
    week(rice),
    week(rice, meal(saturday, 2, 'Stew')),
  )
  await suggest()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep Rice' }))
  await screen.findByRole('button', { name: 'Don’t keep Rice' })
  await suggest('Suggest again')
  await screen.findByText('Soup')
  expect(asked[1]).toMatchObject({ fixed: [{ date: friday, recipeId: id(1) }], exclude: [id(2)] })
  screen.getByRole('button', { name: 'Don’t keep Rice' })
  await suggest('Suggest again')
  await screen.findByText('Stew')
  expect(asked[2]).toMatchObject({ exclude: [id(2), id(3)] })
  expect(asked[3]).not.toHaveProperty('exclude')
  screen.getByText('There are no other meals, so it starts over.')
  // Other wishes are asked of all meals again.
  await userEvent.clear(screen.getByLabelText('Missing ingredients allowed'))
  await userEvent.type(screen.getByLabelText('Missing ingredients allowed'), '2')
  await suggest('Suggest again')
  await waitFor(() => expect(asked).toHaveLength(5))
  expect(asked[4]).toMatchObject({ maxMissing: 2, exclude: [] })
})

test('counts what is checked alone, and replaces a meal without the others', async () => {
  const rice = meal(friday, 1, 'Rice', { savesCost: 2, cost: 5, stock: { have: 1, short: 0, missing: 2, total: 3 } })
  const stew = meal(saturday, 2, 'Stew', {
    savesCost: 3,
    cost: 4,
    stock: { have: 1, short: 0, missing: 2, total: 3 },
    unknownEaterIds: [id(8)],
  })
  const { asked, planned } = await show(week(rice, stew), week(meal(saturday, 3, 'Soup')))
  await suggest()
  await screen.findByText('Together these save about $5.00 worth of food.')
  expect(texts()[1]).toContain('Unknown for someone')
  await userEvent.click(screen.getByRole('checkbox', { name: /Rice/ }))
  await screen.findByText('Together these save about $3.00 worth of food.')
  screen.getByText('To buy: about $4.00')
  await userEvent.click(screen.getByRole('button', { name: 'Replace Stew' }))
  await screen.findByText('Soup')
  expect(asked[1]).toMatchObject({ dates: [saturday], fixed: [], exclude: [id(2)] })
  expect(texts()[0]).toContain('Rice')
  await userEvent.click(screen.getByRole('button', { name: 'Plan 1 meal' }))
  await waitFor(() => expect(planned).toEqual([{ date: saturday, recipeId: id(3), servings: 2 }]))
})
