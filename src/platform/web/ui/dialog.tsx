import { lazy, type ReactNode, type RefObject, Suspense, useRef } from 'react'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last; full width on a phone. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** What to focus on opening; the first control if omitted. */
  initialFocus?: RefObject<HTMLElement | null>
}

const DialogPopup = lazy(async () => ({ default: (await import('./dialog-popup.tsx')).DialogPopup }))

/** What is behind a dialog, shown while its code loads. */
export const Scrim = () => <div className="fixed inset-0 z-40 bg-scrim" />

/** A dialog on a desktop, a bottom sheet on a phone. Its code loads when the first one opens. */
export function Dialog(props: DialogProps) {
  const used = useRef(false)
  if (props.open) used.current = true
  if (!used.current) return null
  return (
    <Suspense fallback={<Scrim />}>
      <DialogPopup {...props} />
    </Suspense>
  )
}
