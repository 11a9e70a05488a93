import { Dialog as Base } from '@base-ui/react/dialog'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { UnsavedChangesContext } from '../forms/unsaved-changes.ts'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'

/** Focuses a form's first field, except on touch screens, where the on-screen keyboard would cover the content. */
function firstFocusTarget(popup: HTMLElement | null, how: string): HTMLElement | null {
  // A dialog that opens after a request or on Enter wasn't touched.
  const isTouch = how === 'touch' || window.matchMedia?.('(pointer: coarse)').matches
  const field = isTouch ? null : popup?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')
  return field ?? popup
}

/** A dialog on a desktop, a bottom sheet on a phone. */
export function DialogPopup({ open, onOpenChange, title, description, children, footer, size = 'medium', initialFocus }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const change = useRef(onOpenChange)
  change.current = onOpenChange
  const onDiscard = useRef(() => {})
  /** Null until it was shown once. */
  const [isConfirming, setConfirming] = useState<boolean | null>(null)
  if (!open && isConfirming) setConfirming(false)
  const unsavedChanges = useMemo(() => {
    const unsavedForms = new Set<() => void>()
    const leave = (onLeave: () => void) => {
      if (unsavedForms.size === 0) return onLeave()
      onDiscard.current = () => {
        for (const discard of unsavedForms) discard()
        onLeave()
      }
      setConfirming(true)
    }
    return { unsavedForms, leave }
  }, [])
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { reason }) => {
        if (isOpen) onOpenChange(true)
        else if (reason !== 'outside-press' || unsavedChanges.unsavedForms.size === 0) unsavedChanges.leave(() => change.current(false))
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            data-sheet=""
            initialFocus={initialFocus ?? ((how) => firstFocusTarget(popup.current, how))}
            className={clsx(
              'flex w-full flex-col rounded-t-sheet border border-line bg-card outline-none sm:rounded-sheet',
              // Leaves room for a toast at the top.
              'max-h-[min(92dvh,calc(100dvh-env(safe-area-inset-top)-var(--toast)))] sm:max-h-[min(86dvh,calc(100dvh-2*var(--toast)))]',
              'transition-[transform,opacity] duration-200 ease-calm',
              'max-sm:data-[ending-style]:translate-y-full max-sm:data-[starting-style]:translate-y-full',
              'sm:data-[ending-style]:translate-y-2 sm:data-[ending-style]:opacity-0 sm:data-[starting-style]:translate-y-2 sm:data-[starting-style]:opacity-0',
              { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }[size],
            )}
          >
            <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-2 sm:px-6 sm:pt-5">
              <div className="min-w-0 pt-2">
                <Base.Title className="display text-xl sm:text-2xl">{title}</Base.Title>
                {description ? <Base.Description className="mt-1 text-base text-ink-soft">{description}</Base.Description> : null}
              </div>
              <Base.Close render={<IconButton label={t`Close`} icon={<X aria-hidden="true" />} className="-me-2" />} />
            </header>
            <div
              className={clsx(
                'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 sm:px-6',
                footer ? 'pb-4' : 'pb-[max(1.5rem,env(safe-area-inset-bottom))]',
              )}
            >
              <UnsavedChangesContext value={unsavedChanges}>{children}</UnsavedChangesContext>
            </div>
            {footer ? (
              <footer className="flex flex-col-reverse gap-2 border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6 sm:py-4">
                {footer}
              </footer>
            ) : null}
            {isConfirming === null ? null : (
              <DialogPopup
                open={isConfirming}
                onOpenChange={setConfirming}
                title={t`Discard your changes?`}
                size="small"
                footer={
                  <>
                    <Button variant="quiet" onClick={() => setConfirming(false)}>
                      {t`Keep editing`}
                    </Button>
                    <Button
                      variant="danger"
                      onClick={() => {
                        setConfirming(false)
                        onDiscard.current()
                      }}
                    >
                      {t`Discard changes`}
                    </Button>
                  </>
                }
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
