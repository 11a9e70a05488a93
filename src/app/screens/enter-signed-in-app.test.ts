import { expect, test } from 'vitest'
import { saveInvite, takeInvite } from '#domains/households/web/households/invite-link.ts'
import { saveTabletLink } from '#domains/tablets/web/api/saved-pairing-link.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { enterSignedInApp } from './enter-signed-in-app.ts'

test('an invite opens first, and the code of a tablet is forgotten', () => {
  navigate({ to: '/settings?tab=data#tablet=ACDE-FGHJ' })
  saveTabletLink()
  saveInvite('/households', '#code=ABC123')
  enterSignedInApp()
  expect(location.pathname).toBe('/households')
  expect(takeInvite('/households')).toBe('ABC123')
  enterSignedInApp()
  expect(location.pathname + location.hash).toBe('/')
})
