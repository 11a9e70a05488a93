import { createContext, type RefObject, useContext, useEffect } from 'react'

/** What a dialog gives the forms in it. `leave` closes it, but asks first while something in it is unsaved. */
export const Leaving = createContext<{ isUnsaved: RefObject<boolean>; leave: () => void } | null>(null)

/** While `isUnsaved`, a press beside the dialog does nothing, and Escape or Close ask first. Gives what the form's own Cancel calls. */
export function useUnsaved(isUnsaved: boolean, onClose: () => void): () => void {
  const dialog = useContext(Leaving)
  useEffect(() => {
    if (!dialog) return
    dialog.isUnsaved.current = isUnsaved
    return () => {
      dialog.isUnsaved.current = false
    }
  }, [dialog, isUnsaved])
  return dialog?.leave ?? onClose
}
