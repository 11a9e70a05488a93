import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useTappedChecks } from './use-tapped-checks.ts'

test('a tapped row shows its check until the list is up to date, whatever that says', () => {
  const { result, rerender } = renderHook(({ isUpToDate }) => useTappedChecks(isUpToDate), { initialProps: { isUpToDate: false } })
  const shown = () => [...result.current[0].get()]
  act(() => result.current[1]('milk', true))
  act(() => result.current[1]('bread', true))
  act(() => result.current[1]('milk', false))
  rerender({ isUpToDate: false })
  expect(shown()).toEqual([
    ['milk', false],
    ['bread', true],
  ])
  rerender({ isUpToDate: true })
  expect(shown()).toEqual([])
})
