import { t } from '@lingui/core/macro'
import 'sonner/dist/styles.css'
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react'
import { Toaster } from 'sonner'

export { toast as show } from 'sonner'

// Inline, because the library's own rules are more specific.
const colors: CSSProperties & Record<`--${string}`, string> = {
  '--normal-bg': 'var(--ink)',
  '--normal-border': 'var(--ink)',
  '--normal-text': 'var(--paper)',
  '--width': '25rem',
}

/** Returns how far above the bottom of a wide screen a page's buttons begin; null if it has none. A short page doesn't reach the bottom. */
const actionBarOffset = (): string | null => {
  const bar = document.querySelector('[data-action-bar]')
  return bar && innerWidth >= 600 ? `max(6rem, ${innerHeight - bar.getBoundingClientRect().top}px)` : null
}

/** Keeps the height of a shown toast with its margins in the root's `--toast`, and where the page's buttons begin in `--pinned`. */
function useToastHeight(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!region.current) return
    const root = document.documentElement.style
    let shown = ''
    const measure = () => {
      const toasts = region.current?.querySelector<HTMLElement>('[data-sonner-toaster]')
      const height = toasts?.style.getPropertyValue('--front-toast-height') ?? '0px'
      if (height === '0px' && shown === height) return
      shown = height
      root.setProperty('--toast', height === '0px' ? height : `calc(${height} + 1.5rem)`)
      root.setProperty('--pinned', height === '0px' ? null : actionBarOffset())
    }
    const observer = new MutationObserver(measure)
    observer.observe(region.current, { childList: true, subtree: true, attributeFilter: ['style'] })
    // Another page has other buttons.
    const main = document.getElementById('main')
    if (main) observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [region])
}

/**
 * Ends the library's hover after a press. A finger never leaves the place it pressed, so the other messages would wait forever for it.
 */
function useEndOfHover(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = region.current
    const end = () => {
      for (const list of section?.querySelectorAll('[data-sonner-toaster]') ?? [])
        list.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }))
    }
    // After the library has handled the press.
    const endLater = () => void setTimeout(end)
    section?.addEventListener('click', endLater)
    return () => section?.removeEventListener('click', endLater)
  }, [region])
}

/**
 * The toast region: above the bottom bars on a phone, else at the left, away from a row's buttons; at the top while a dialog is open, away
 * from its buttons. `onReady` runs once it can show toasts.
 */
export default function ToastRegion({ onReady }: { onReady: () => void }) {
  const region = useRef<HTMLElement>(null)
  useToastHeight(region)
  useEndOfHover(region)
  useEffect(onReady, [onReady])
  return (
    <Toaster
      ref={region}
      position="bottom-left"
      offset={{ bottom: 'calc(var(--pinned) + 24px)', left: 'calc(var(--rail) + 24px)' }}
      mobileOffset={{ bottom: 'calc(var(--bar) + var(--pinned) + 12px)', left: 12, right: 12 }}
      visibleToasts={1}
      swipeDirections={['left', 'right', 'top', 'bottom']}
      style={colors}
      containerAriaLabel={t`Messages`}
    />
  )
}
