import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ImageUp, RefreshCcw } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { imageTypes, notRecognisedSentence, type ScanResult } from '../../contract/index.ts'
import { imageProblem, scanImage } from '../api.ts'
import { canBeNamed, NameIt } from './name-it.tsx'

export type ScanKind = 'barcode' | 'photo'

const titles: Record<ScanKind, string> = { barcode: t`Scan Barcode`, photo: t`Photo Recognition` }
const hints: Record<ScanKind, string> = {
  barcode: t`Show the whole barcode with a little white space around it.`,
  photo: t`Show a single product with its name visible.`,
}

interface ScanDialogProps {
  kind: ScanKind | null
  onClose: () => void
  /** Something was recognised: to be confirmed, or handed on at once. */
  onResult: (result: ScanResult) => void
}

/** Choose a picture, look at it, have it recognised. */
export function ScanDialog({ kind, onClose, onResult }: ScanDialogProps) {
  const shown = useRef(kind)
  if (kind !== null) shown.current = kind
  return (
    <Dialog
      open={kind !== null}
      onOpenChange={(open) => open || onClose()}
      title={shown.current ? titles[shown.current] : ''}
      size="medium"
    >
      {shown.current === null ? null : <Picture kind={shown.current} onResult={onResult} />}
    </Dialog>
  )
}

function Picture({ kind, onResult }: { kind: ScanKind; onResult: (result: ScanResult) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [unknown, setUnknown] = useState<ScanResult | null>(null)
  const [busy, setBusy] = useState(false)
  const ended = useRef(new AbortController())
  const address = useAddressOf(file)
  useEffect(() => {
    const controller = new AbortController()
    ended.current = controller
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
    const { signal } = ended.current
    try {
      const result = await scanImage(picture, signal)
      if (result.success) return onResult(result)
      setFailure(result.error ?? notRecognisedSentence)
      setUnknown(canBeNamed(result) ? result : null)
    } catch (error) {
      // A refusal the server has a sentence for (too large, wrong type) says more than that it failed.
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
      {file && address ? (
        <>
          <img
            src={address}
            alt={t`Your selection`}
            className="max-h-[46dvh] w-full rounded-control border border-line bg-sunken object-contain"
          />
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          {unknown ? <NameIt result={unknown} /> : null}
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
  const [over, setOver] = useState(false)
  const input = useId()
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the keyboard has the file field inside
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
      className={clsx(
        'flex min-h-56 flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed px-6 py-8 text-center transition-colors',
        over ? 'border-herb bg-herb-soft' : 'border-edge/60 bg-sunken',
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

/** An address the browser can show; given back when the picture goes. */
function useAddressOf(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
