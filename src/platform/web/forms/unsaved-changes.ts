import { createContext, type RefObject, useContext, useEffect } from 'react'

/** What a dialog provides to the forms in it. `leave` closes it, after a confirmation if something is unsaved. */
export const UnsavedChanges = createContext<{ isUnsaved: RefObject<boolean>; leave: () => void } | null>(null)

/**
 * While `isUnsaved`, a click outside the dialog does nothing, and Escape or Close ask for confirmation. Returns the handler for the
 * form's Cancel button.
 */
export function useUnsavedChanges(isUnsaved: boolean, onClose: () => void): () => void {
  const dialog = useContext(UnsavedChanges)
  useEffect(() => {
    if (!dialog) return
    dialog.isUnsaved.current = isUnsaved
    return () => {
      dialog.isUnsaved.current = false
    }
  }, [dialog, isUnsaved])
  return dialog?.leave ?? onClose
}
