import { localState } from '../session/session.ts'

/** The theme of this device; `public/theme.js` applies it before the first paint. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const isTheme = (text: string | null): text is Theme => themes.some((theme) => theme === text)

export function currentTheme(): Theme {
  const kept = localState.read('theme')
  return isTheme(kept) ? kept : 'system'
}

export function setTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') {
    localState.remove('theme')
    delete root.dataset.theme
  } else {
    localState.write('theme', theme)
    root.dataset.theme = theme
  }
}
