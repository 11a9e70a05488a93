import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot } from '#tests/support/data/api-samples.ts'
import { listLots } from '../../contract.ts'
import StockInUnit from './stock-in-unit.tsx'

const flour = ingredient({ name: 'Flour', defaultUnit: 'kg' })
const note = 'Some items in stock can’t be converted.'

test.each([
  ['all of it', ['kg', 'g'], ['In stock: 2.5 kg → 2,500 g', false]],
  ['some of it', ['kg', 'each'], ['In stock: 2 kg → 2,000 g', true]],
  ['none of it', ['each', 'each'], ['', true]],
] as const)('converts the stock, and says if some of it can’t be: %s', async (_what, units, [text, isNoted]) => {
  signIn()
  fakeHome()
  const amounts = { kg: 2, g: 500, each: 3 }
  fakeApi(listLots, () => units.map((unit) => lot({ ingredient: { id: flour.id, name: 'Flour' }, quantity: amounts[unit], unit })))
  await showPage(() => <StockInUnit ingredient={flour} unit="g" conversions={[]} />)
  await screen.findByText(text || note)
  expect(screen.queryByText(note) !== null).toBe(isNoted)
  expect(screen.queryByText(/^In stock/)?.textContent ?? '').toBe(text)
})
