import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, type RenderResult, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach } from 'vitest'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { endSession, setActiveHousehold, startSession } from '#platform/web/session/session.ts'
import { currentPath, navigate } from '#platform/web/ui/browser-location.ts'
import { LocationProvider, useShownLocation } from '#platform/web/ui/router.tsx'
import './longer-waits.ts'

afterEach(() => {
  cleanup()
  endSession()
  cache.clear()
  localStorage.clear()
  sessionStorage.clear()
})

/** The household that is open in a screen test. */
export const testHousehold = '11111111-1111-4111-8111-111111111111'

/** Signs in on this device, without asking a server. */
export function signIn(household: string | null = testHousehold): void {
  startSession('test.token', true)
  setActiveHousehold(household)
}

/** Waits until the page knows the household, and with it the person's role. */
export const householdKnown = () =>
  waitFor(() => {
    if (!cache.getQueryData(endpointQuery(listHouseholds, {}).queryKey)) throw new Error('the household is unknown')
  })

/** Shows one page at `address` with the app's cache; every other address shows its own path as text. */
export async function showPage(Page: () => ReactNode, address = '/'): Promise<RenderResult> {
  navigate({ to: address })
  const path = currentPath()
  function Shown() {
    const shown = useShownLocation()
    return shown.path === path ? <Page /> : <p>went to {shown.path}</p>
  }
  return await act(async () =>
    render(
      <QueryClientProvider client={cache}>
        <LocationProvider>
          <Shown />
        </LocationProvider>
      </QueryClientProvider>,
    ),
  )
}

/** React keeps an element's latest props on it: other ones after it was rendered again. */
const propsOf = (element: Element): unknown =>
  Reflect.get(element, Object.keys(element).find((key) => key.startsWith('__reactProps$')) ?? 'none')

/** Returns how many of the elements React renders again during `act`. */
export async function countRendered(elements: readonly Element[], act: () => Promise<unknown>): Promise<number> {
  const before = elements.map(propsOf)
  await act()
  return elements.filter((element, index) => propsOf(element) !== before[index]).length
}
