/** Time for whoever takes the focus by themselves: a dialog that gives it back, a form that opens, a page that arrives. */
const settleMs = 100

const focusable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'

/** The first in `part`, itself included, that lets itself be focused. */
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
 * Who moves by keyboard must not be thrown to the top of the page because the row they acted on is gone: the row that took its place has
 * the focus then, at its beginning, where a second press of the key repeats nothing; without one, what is nearest in `main`.
 * Returns what ends it.
 */
export function keepFocus(main: HTMLElement): () => void {
  let held: Element | null = null
  let heldAt = ''
  /** Where it was, once it is gone. */
  let gap: { next: Node | null; previous: Node | null; parent: Node } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** A finger is thrown nowhere, and a field that has the focus would bring up its keyboard. */
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
    // A press beside everything, not the end of the element: some browsers tell of both.
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
