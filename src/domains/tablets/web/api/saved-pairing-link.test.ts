import { afterEach, expect, test } from 'vitest'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { codeOfLink } from './pairing-link.ts'
import { saveTabletLink, takeTabletLink } from './saved-pairing-link.ts'

afterEach(() => history.replaceState(null, '', '/'))

test('keeps the code of a tablet through the sign-in, once', () => {
  history.replaceState(null, '', '/settings?tab=data#tablet=ACDE-FGHJ')
  saveTabletLink()
  history.replaceState(null, '', '/login')
  navigate({ to: takeTabletLink() ?? '/' })
  expect([location.pathname, location.search, codeOfLink(location.hash)]).toEqual(['/settings', '?tab=data', 'ACDE-FGHJ'])
  expect(takeTabletLink()).toBeNull()
})

test('keeps nothing of another address', () => {
  history.replaceState(null, '', '/settings?tab=data#code=ACDE-FGHJ')
  saveTabletLink()
  expect(takeTabletLink()).toBeNull()
})
