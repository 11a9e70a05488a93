/** How long to wait for others that set the focus: a closing dialog, an opening form, a new page. */
const settleMs = 100

const focusable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'

/** Focuses the first focusable element in `part`, including itself. Returns false if there is none. */
function focusFirst(part: Node | null): boolean {
  if (!(part instanceof HTMLElement) || !part.isConnected) return false
  for (const candidate of [part, ...part.querySelectorAll<HTMLElement>(focusable)]) {
    if (!candidate.matches(focusable)) continue
    candidate.focus({ preventScroll: true })
    if (document.activeElement === candidate) return true
  }
  return false
}

const siblings = (node: Node | null, way: 'nextSibling' | 'previousSibling') => {
  const found: Node[] = []
  for (let one = node; one; one = one[way]) found.push(one)
  return found
}

/**
 * Moves the focus when the focused element is removed from `main`: to the start of the row that took its place (so that a repeated key
 * press does nothing), or otherwise to what is nearest. Without this, keyboard users would start over at the top of the page.
 * Returns a function that stops it.
 */
export function keepFocus(main: HTMLElement): () => void {
  let held: Element | null = null
  let heldAt = ''
  /** Where the focused element was, once it is removed. */
  let gap: { next: Node | null; previous: Node | null; parent: Node } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Only moves the focus for keyboard users: on a touch screen, focusing a field opens the on-screen keyboard. */
  let isByKeys = false
  const pressed = ({ type }: Event) => {
    isByKeys = type === 'keydown'
  }

  const isNowhere = () => document.activeElement === null || document.activeElement === document.body

  const took = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('[role=dialog], [role=alertdialog]')) return
    gap = null
    held = main.contains(target) ? target : null
    heldAt = location.pathname
  }
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (target !== held || relatedTarget) return
    // Distinguishes a click on the background from a removal, which also fires `focusout` in some browsers.
    queueMicrotask(() => {
      if (held?.isConnected && isNowhere()) held = null
    })
  }

  const settle = () => {
    if (!gap || !isNowhere()) return
    const { next, previous, parent } = gap
    gap = null
    if (location.pathname !== heldAt) return
    for (const near of [...siblings(next, 'nextSibling'), ...siblings(previous, 'previousSibling')]) if (focusFirst(near)) return
    for (let part: Node | null = parent; part && part !== main; part = part.parentNode) if (focusFirst(part)) return
    main.focus({ preventScroll: true })
  }

  const watcher = new MutationObserver((records) => {
    if (held && !held.isConnected) {
      const gone = held
      const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
      held = null
      if (record && isByKeys) gap = { next: record.nextSibling, previous: record.previousSibling, parent: record.target }
    }
    if (!gap) return
    clearTimeout(timer)
    timer = setTimeout(settle, settleMs)
  })

  document.addEventListener('keydown', pressed, true)
  document.addEventListener('pointerdown', pressed, true)
  document.addEventListener('focusin', took)
  document.addEventListener('focusout', left)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('keydown', pressed, true)
    document.removeEventListener('pointerdown', pressed, true)
    document.removeEventListener('focusin', took)
    document.removeEventListener('focusout', left)
    watcher.disconnect()
    clearTimeout(timer)
  }
}
