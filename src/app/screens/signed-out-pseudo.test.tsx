import { cleanup, render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { i18n } from '#platform/web/i18n/language.ts'
import { enablePseudoLocalization, pseudoLocalize } from '#platform/web/i18n/pseudo-localization.ts'
import { publicPaths } from './public-paths.ts'
import '#tests/support/browser/longer-waits.ts'

const spoken = ['aria-label', 'placeholder', 'title', 'alt']

/** Returns the visible and accessible texts that are not pseudo-localized, i.e. still contain plain letters. */
function untranslatedTexts(root: Element): string[] {
  const texts = [...root.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
    ...spoken.map((name) => element.getAttribute(name) ?? ''),
  ])
  return texts.map((text) => text.replace('Larder', '')).filter((text) => /[a-z]{2,}/.test(text))
}

test('translates every text of the signed-out pages', async () => {
  enablePseudoLocalization(i18n)
  const { default: SignedOutPages } = await import('./signed-out.tsx')
  for (const path of publicPaths) {
    const { container } = render(<SignedOutPages path={path} onEntered={() => {}} onTyping={() => {}} />)
    await waitFor(() => expect(container.textContent?.length).toBeGreaterThan(40))
    expect({ path, texts: untranslatedTexts(container) }).toEqual({ path, texts: [] })
    cleanup()
  }
})

test('detects a text that is not translated', () => {
  const { container } = render(<section aria-label={pseudoLocalize('Said')}>Untold</section>)
  expect(untranslatedTexts(container)).toEqual(['Untold'])
})
