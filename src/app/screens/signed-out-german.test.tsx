import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { adoptLanguage, currentLocale, setLanguage } from '#platform/web/i18n/language.ts'
import '#tests/support/browser/longer-waits.ts'

test('uses German texts, dates, figures and page language for a German browser', async () => {
  await setLanguage('de', 'signed-out')
  const { default: SignedOutPages } = await import('./signed-out.tsx')
  render(<SignedOutPages path="/login" onEntered={() => {}} onTyping={() => {}} />)
  screen.getByRole('heading', { name: 'Willkommen zurück' })
  screen.getByRole('button', { name: 'Anmelden' })
  screen.getByRole('link', { name: 'Passwort vergessen?' })
  expect([document.documentElement.lang, document.documentElement.dir, currentLocale()]).toEqual(['de', 'ltr', 'de-DE'])
})

test('requests a reload only when the language chosen elsewhere differs', () => {
  expect([adoptLanguage('fr'), adoptLanguage('en'), adoptLanguage(null)]).toEqual([true, false, false])
})
