import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useTappedChecks } from './use-tapped-checks.ts'

test('a tapped row shows its check until a later list is rendered', () => {
  const [first, second] = [{}, {}]
  const { result, rerender } = renderHook(({ list, rendered }) => useTappedChecks(list, rendered), {
    initialProps: { list: first, rendered: first },
  })
  const shown = () => [...result.current[0].get()]
  act(() => result.current[1]('milk', true))
  act(() => result.current[1]('bread', true))
  act(() => result.current[1]('milk', false))
  const taps = [
    ['milk', false],
    ['bread', true],
  ]
  // Rendered again before the list includes the taps.
  rerender({ list: first, rendered: first })
  expect(shown()).toEqual(taps)
  rerender({ list: second, rendered: first })
  expect(shown()).toEqual(taps)
  rerender({ list: second, rendered: second })
  expect(shown()).toEqual([])
})
