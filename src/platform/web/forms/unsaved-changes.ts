import { createContext, type RefObject, useContext, useEffect } from 'react'

/** What a dialog provides to the forms in it. `leave` runs `onLeave`, after a confirmation if something is unsaved. */
export const UnsavedChangesContext = createContext<{ unsavedForms: RefObject<number>; leave: (onLeave: () => void) => void } | null>(null)

/**
 * While `isUnsaved`, a click outside the dialog does nothing, and Escape or Close ask for confirmation. Returns the handler for the
 * form's Cancel button.
 */
export function useUnsavedChanges(isUnsaved: boolean, onClose: () => void): () => void {
  const dialog = useContext(UnsavedChangesContext)
  useEffect(() => {
    if (!dialog || !isUnsaved) return
    dialog.unsavedForms.current += 1
    return () => {
      dialog.unsavedForms.current -= 1
    }
  }, [dialog, isUnsaved])
  return () => (dialog ? dialog.leave(onClose) : onClose())
}
