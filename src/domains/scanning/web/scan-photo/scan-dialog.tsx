import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ImageUp, RefreshCcw } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { imageTypes, notRecognizedSentence, type ScanResult } from '../../contract.ts'
import { imageProblem, scanImage } from '../api.ts'
import { canBeNamed, NameItem } from './confirm-item-dialog.tsx'

export type ScanKind = 'barcode' | 'photo'

const titles: Record<ScanKind, string> = { barcode: t`Scan Barcode`, photo: t`Photo Recognition` }
const hints: Record<ScanKind, string> = {
  barcode: t`Show the whole barcode with a little white space around it.`,
  photo: t`Show a single product with its name visible.`,
}

interface ScanDialogProps {
  kind: ScanKind | null
  /** A picture that is already chosen. */
  picture: File | null
  onClose: () => void
  /** Called with a recognized result, which may need confirmation. */
  onResult: (result: ScanResult) => void
}

/** Chooses, previews and recognizes a picture. */
export function ScanDialog({ kind, picture, onClose, onResult }: ScanDialogProps) {
  const shown = useRef(kind)
  if (kind !== null) shown.current = kind
  return (
    <Dialog
      open={kind !== null}
      onOpenChange={(open) => open || onClose()}
      title={shown.current ? titles[shown.current] : ''}
      size="medium"
    >
      {shown.current === null ? null : <Picture kind={shown.current} chosen={picture} onResult={onResult} />}
    </Dialog>
  )
}

function Picture({ kind, chosen, onResult }: { kind: ScanKind; chosen: File | null; onResult: (result: ScanResult) => void }) {
  const problem = chosen && imageProblem(chosen)
  const [file, setFile] = useState(problem ? null : chosen)
  const [failure, setFailure] = useState(problem)
  const [unknown, setUnknown] = useState<ScanResult | null>(null)
  const [busy, setBusy] = useState(false)
  const abort = useRef(new AbortController())
  const url = useObjectUrl(file)
  useEffect(() => {
    const controller = new AbortController()
    abort.current = controller
    return () => controller.abort()
  }, [])

  const reset = () => {
    setFile(null)
    setFailure(null)
    setUnknown(null)
  }
  const choose = (chosen: File | undefined) => {
    reset()
    if (!chosen) return
    const problem = imageProblem(chosen)
    if (problem) setFailure(problem)
    else setFile(chosen)
  }
  const process = async (picture: File) => {
    setBusy(true)
    setFailure(null)
    setUnknown(null)
    const { signal } = abort.current
    try {
      const result = await scanImage(picture, signal)
      if (result.success) return onResult(result)
      // A code that was read but isn't known is no failure.
      if (result.barcode === null) setFailure(result.error ?? notRecognizedSentence)
      setUnknown(canBeNamed(result) ? result : null)
    } catch (error) {
      // The server's message for a rejected file says more than a general one.
      if (!signal.aborted)
        setFailure(
          error instanceof ApiError && error.status >= 400 && error.status < 500
            ? errorMessage(error, t`Failed to process image`)
            : t`Failed to process image`,
        )
    } finally {
      if (!signal.aborted) setBusy(false)
    }
  }

  return (
    <div className="space-y-4">
      {file && url ? (
        <>
          <img
            src={url}
            alt={t`Your selection`}
            className="max-h-[46dvh] w-full rounded-control border border-line bg-sunken object-contain"
          />
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          {unknown ? <NameItem result={unknown} /> : null}
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Button variant="quiet" icon={<RefreshCcw aria-hidden="true" className="size-4.5" />} onClick={reset} disabled={busy}>
              <Trans>Change Image</Trans>
            </Button>
            <Button variant={unknown ? 'quiet' : 'primary'} busy={busy} busyLabel={t`Processing...`} onClick={() => void process(file)}>
              <Trans>Process Image</Trans>
            </Button>
          </div>
          <p role="status" className="sr-only">
            {busy ? t`Processing...` : ''}
          </p>
        </>
      ) : (
        <>
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          <DropArea onChoose={choose} />
          <p className="text-sm text-ink-soft">
            <Trans>{hints[kind]} JPEG, PNG or WebP, under 10 MB.</Trans>
          </p>
        </>
      )}
    </div>
  )
}

export function DropArea({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const input = useId()
  const take = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the keyboard uses the file field inside
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={take}
      className={clsx(
        'flex min-h-56 flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed px-6 py-8 text-center transition-colors',
        isDraggedOver ? 'border-herb bg-herb-soft' : 'border-edge/60 bg-sunken',
      )}
    >
      <ImageUp aria-hidden="true" className="size-9 text-ink-faint" strokeWidth={1.6} />
      <p className="text-ink-soft pointer-coarse:hidden">
        <Trans>Drag and drop a photo here, or</Trans>
      </p>
      <label
        htmlFor={input}
        className={buttonClass(
          'primary',
          'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb',
        )}
      >
        <Trans>Choose File</Trans>
        <input
          id={input}
          type="file"
          accept={imageTypes.join(',')}
          onChange={(event) => onChoose(event.target.files?.[0])}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
    </div>
  )
}

/** Returns an object URL for the file and revokes it afterwards. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
