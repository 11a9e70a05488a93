import { createContext, useContext, useEffect, useRef } from 'react'

interface UnsavedChanges {
  /** Holds a function for each unsaved form, which runs once discarding its changes is confirmed. */
  readonly unsavedForms: Set<() => void>
  /** Runs `onLeave`, after a confirmation if something is unsaved. */
  readonly leave: (onLeave: () => void) => void
}

/** What a dialog provides to the forms in it. */
export const UnsavedChangesContext = createContext<UnsavedChanges | null>(null)

/**
 * While `isUnsaved`, a click outside the dialog does nothing, and Escape or Close ask for confirmation, after which `onDiscard` runs.
 * Returns the handler for the form's Cancel button.
 */
export function useUnsavedChanges(isUnsaved: boolean, onClose: () => void, onDiscard: () => void): () => void {
  const dialog = useContext(UnsavedChangesContext)
  const discard = useRef(onDiscard)
  discard.current = onDiscard
  useEffect(() => {
    if (!dialog || !isUnsaved) return
    const discardForm = () => discard.current()
    dialog.unsavedForms.add(discardForm)
    return () => {
      dialog.unsavedForms.delete(discardForm)
    }
  }, [dialog, isUnsaved])
  return () => (dialog ? dialog.leave(onClose) : onClose())
}
