import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, inDays, lot } from '#tests/support/data/api-samples.ts'
import { correctLot, discardLot, pastDueLots, useLot } from '../../contract.ts'
import { PastDue } from './past-due-lazy.tsx'

const Page = () => <PastDue>{null}</PastDue>

const names = ['Cream', 'Ham', 'Yogurt', 'Dill']
const lots = names.map((name) => lot({ name, quantity: 1, unit: 'each', effectiveExpiration: inDays(-9) }))
beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(pastDueLots, () => lots)
})
const tap = async (name: string, words: string) =>
  userEvent.click(within(await screen.findByRole('group', { name })).getByRole('button', { name: words }))

test('asks about three at a time, and shows the next after each answer', async () => {
  const sent: unknown[] = []
  const done = (name: string, body: unknown) => {
    sent.push([name, body])
    return reply({ ...lots[0], state: 'used', quantity: 0 }, { 'x-change-seq': '5' })
  }
  fakeApi(useLot, ({ body }) => done('eaten', body))
  fakeApi(discardLot, ({ body }) => done('binned', body))
  fakeApi(correctLot, ({ body }) => done('still here', body))
  await showPage(Page)
  await screen.findByText('What happened to these?')
  screen.getByText('and 1 more')
  expect(screen.queryByText('Dill')).toBeNull()
  await tap('Cream', 'Eaten')
  await screen.findByRole('group', { name: 'Dill' })
  await tap('Ham', 'Thrown away')
  await tap('Yogurt', 'Still here')
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.toSorted()).toEqual([
    ['binned', { reason: 'expired' }],
    ['eaten', { quantity: 1 }],
    ['still here', { quantity: 1 }],
  ])
  expect(screen.queryByText('Cream')).toBeNull()
})

test('asks again after a refused answer', async () => {
  fakeApi(correctLot, () => problem(409, 'lot_ended', 'There’s none left.'))
  await showPage(Page)
  await tap('Cream', 'Still here')
  await screen.findByRole('group', { name: 'Cream' })
})

test('does not ask a viewer', async () => {
  fakeHome({ role: 'VIEWER' })
  await showPage(Page)
  await waitFor(() => expect(requests.some((line) => line.includes('/api/households'))).toBe(true))
  expect(screen.queryByText('What happened to these?')).toBeNull()
})
