import { lazy, Suspense, useEffect, useState } from 'react'
import { localState } from '#platform/web/session/session.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { retryModuleLoad } from './retry-module-load.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'))

/** Returns true while a field has focus or a dialog is open, which disable shortcuts. */
function isOccupied(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]')) return true
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}

/** Keyboard shortcuts, their help and the command palette. Single-key shortcuts can be turned off (WCAG 2.1.4). */
export function Shortcuts() {
  const [help, setHelp] = useState(false)
  const [palette, setPalette] = useState(false)
  const [single, setSingle] = useState(() => localState.read('single-keys') !== 'off')

  useEffect(() => {
    const openHelp = () => setHelp(true)
    const openPalette = () => setPalette(true)
    window.addEventListener('larder:help', openHelp)
    window.addEventListener('larder:palette', openPalette)
    return () => {
      window.removeEventListener('larder:help', openHelp)
      window.removeEventListener('larder:palette', openPalette)
    }
  }, [])

  useEffect(() => {
    const when = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      if (!single || isOccupied(event)) return
      run(event)
    }
    const shortcuts = {
      // German and French keyboards type a slash with Shift.
      '[Shift]+/': when((event) => {
        const box = document.querySelector<HTMLInputElement>('[data-search-box]')
        if (!box) return
        event.preventDefault()
        box.focus()
        box.select()
      }),
      n: when(() => navigate({ to: '/inventory/add' })),
      s: when(() => navigate({ to: '/scan' })),
      '[Shift]+?': when(() => setHelp(true)),
      '$mod+k': (event: KeyboardEvent) => {
        event.preventDefault()
        setPalette(true)
      },
    }
    let stop: (() => void) | null = () => {}
    // Loaded after the page.
    void retryModuleLoad(() => import('tinykeys')).then((keys) => {
      if (keys && stop) stop = keys.tinykeys(window, shortcuts)
    })
    return () => {
      stop?.()
      stop = null
    }
  }, [single])

  return (
    <>
      {help ? (
        <Suspense fallback={null}>
          <KeyboardHelp
            onClose={() => setHelp(false)}
            single={single}
            onSingle={(on) => {
              setSingle(on)
              if (on) localState.remove('single-keys')
              else localState.write('single-keys', 'off')
            }}
          />
        </Suspense>
      ) : null}
      {palette ? (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setPalette(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
