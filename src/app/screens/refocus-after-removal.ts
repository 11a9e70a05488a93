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

const siblings = (node: Node | null, direction: 'nextSibling' | 'previousSibling') => {
  const found: Node[] = []
  for (let one = node; one; one = one[direction]) found.push(one)
  return found
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Where an element was before it was removed. */
interface Gap {
  next: Node | null
  previous: Node | null
  parent: Node
}

function gapOf(element: Element, records: readonly MutationRecord[]): Gap | null {
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))
  return record ? { next: record.nextSibling, previous: record.previousSibling, parent: record.target } : null
}

/** Focuses the next sibling, a previous one, an ancestor's first control or `main`. */
function focusNearest({ next, previous, parent }: Gap, main: HTMLElement): void {
  for (const near of [...siblings(next, 'nextSibling'), ...siblings(previous, 'previousSibling')]) if (focusFirst(near)) return
  for (let part: Node | null = parent; part && part !== main; part = part.parentNode) if (focusFirst(part)) return
  main.focus({ preventScroll: true })
}

/**
 * Moves the focus when the focused element is removed from `main`: to the start of the row that took its place (so that a repeated key
 * press does nothing), or otherwise to what is nearest. Without this, keyboard users would start over at the top of the page.
 * Returns a function that stops it.
 */
export function refocusAfterRemoval(main: HTMLElement): () => void {
  let focused: Element | null = null
  let focusedPath = ''
  /** Where the focused element was, once it is removed. */
  let removedFrom: Gap | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Only moves the focus for keyboard users: on a touch screen, focusing a field opens the on-screen keyboard. */
  let isKeyboardUser = false
  const onPress = ({ type }: Event) => {
    isKeyboardUser = type === 'keydown'
  }

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('[role=dialog], [role=alertdialog]')) return
    removedFrom = null
    focused = main.contains(target) ? target : null
    focusedPath = location.pathname
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (target !== focused || relatedTarget) return
    // Distinguishes a click on the background from a removal, which also fires `focusout` in some browsers.
    queueMicrotask(() => {
      if (focused?.isConnected && isFocusLost()) focused = null
    })
  }

  const moveFocus = () => {
    if (!removedFrom || !isFocusLost()) return
    const gap = removedFrom
    removedFrom = null
    if (location.pathname !== focusedPath) return
    focusNearest(gap, main)
  }

  const watcher = new MutationObserver((records) => {
    if (focused && !focused.isConnected) {
      const gap = isKeyboardUser ? gapOf(focused, records) : null
      focused = null
      if (gap) removedFrom = gap
    }
    if (!removedFrom) return
    clearTimeout(timer)
    timer = setTimeout(moveFocus, settleMs)
  })

  document.addEventListener('keydown', onPress, true)
  document.addEventListener('pointerdown', onPress, true)
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('keydown', onPress, true)
    document.removeEventListener('pointerdown', onPress, true)
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
    watcher.disconnect()
    clearTimeout(timer)
  }
}
