/** Copies text to the clipboard. Returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Not permitted: fall back to `execCommand`.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // An open dialog traps the focus.
  const host = document.activeElement?.closest('[role=dialog]') ?? document.body
  host.append(field)
  const focused = document.activeElement
  field.select()
  let copied = false
  try {
    copied = document.execCommand('copy')
  } catch {
    copied = false
  }
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
