import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Barcode, Camera, Keyboard, Lightbulb, type LucideIcon, ReceiptText, ScanLine, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { NeedsServer, useIsOffline } from '#platform/web/sync/needs-server.tsx'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { EmptyState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link, useSearch } from '#platform/web/ui/router.tsx'
import { notRecognizedSentence, type ScanResult } from '../../contract.ts'
import { readLabelLink } from '../../rules/label-link.ts'
import { linkToAddForm, lookUp, readScannedText, teachFromPhoto } from '../api.ts'
import { cameraTrouble, isCameraGranted, troubleMessage } from '../live-scan/camera.ts'
import { ConfirmItemDialog, canBeNamed, NameItem } from '../scan-photo/confirm-item-dialog.tsx'
import { useHardwareScanner } from '../scan-photo/hardware-scanner.ts'
import { openLabel, openLabelPage } from '../scan-photo/open-label.ts'
import { RecentScans, useRecentScans } from '../scan-photo/recent-scans.tsx'
import { ScanDialog, type ScanKind } from '../scan-photo/scan-dialog.tsx'
import { takeSharedPicture } from '../scan-photo/shared-picture.ts'
import { SharedPictureDialog } from '../scan-photo/shared-picture-dialog.tsx'

// Loaded when the user starts the camera or a receipt.
const ReceiptDialog = lazy(async () => ({ default: (await import('../receipt/receipt-dialog.tsx')).ReceiptDialog }))
const LiveScan = lazy(async () => ({ default: (await import('../live-scan/live-scan.tsx')).LiveScan }))

/** Adds items by barcode, photo, receipt or form. */
export function ScanPage() {
  return (
    <>
      <PageHeader title={t`Scan Item`} hint={t`Scan a barcode, a photo or a receipt`} />
      {useHasRole('MEMBER') ? (
        <Scanning />
      ) : (
        <Card>
          <EmptyState title={t`You have view-only access`}>
            <Trans>Ask an owner or admin to make you a member.</Trans>
          </EmptyState>
        </Card>
      )}
    </>
  )
}

const optionClass = 'w-full max-sm:px-2! max-sm:text-sm'

/** Takes a picture that another app shared, which the address tells. */
function useSharedPicture() {
  const search = useSearch()
  const [picture, setPicture] = useState<File | null>(null)
  const isShared = search['shared'] !== undefined
  useEffect(() => {
    if (!isShared) return
    void takeSharedPicture().then((shared) => {
      setPicture(shared)
      navigate({ to: '/scan', search: {}, replace: true })
    })
  }, [isShared])
  return [picture, setPicture] as const
}

function Scanning() {
  const { scans, remember } = useRecentScans()
  const [kind, setKind] = useState<ScanKind | null>(null)
  const [doubtful, setDoubtful] = useState<ScanResult | null>(null)
  const [isLive, setLive] = useState(false)
  const isOffline = useIsOffline()
  // Scanning starts at once where the person has allowed it before.
  useEffect(() => {
    let isGone = false
    void isCameraGranted().then((isGranted) => isGranted && !isGone && setLive(true))
    return () => {
      isGone = true
    }
  }, [])
  const [picture, setPicture] = useSharedPicture()
  const [receipt, setReceipt] = useState<'never' | 'open' | 'closed'>('never')
  const isAsking = picture !== null && kind === null && receipt !== 'open'
  const [looking, setLooking] = useState(false)
  const [failure, setFailure] = useState<{ sentence: string | null; unknown: ScanResult | null } | null>(null)

  const add = (result: ScanResult) => {
    remember(result)
    navigate(linkToAddForm(result))
  }
  const take = (result: ScanResult) => {
    setKind(null)
    setPicture(null)
    if (result.label !== null) return openLabelPage(result.label)
    if (result.needsConfirmation) setDoubtful(result)
    else add(result)
  }
  const confirm = (result: ScanResult, ingredient: { id: string; name: string }) => {
    setDoubtful(null)
    if (result.scanId) void teachFromPhoto(result.scanId, ingredient.id)
    add({ ...result, ingredient })
  }
  const find = async (code: string) => {
    if (openLabel(code)) return
    setLooking(true)
    setFailure(null)
    try {
      const result = await lookUp(code)
      if (result.success) take(result)
      else {
        const sentence = result.barcode === null ? (result.error ?? notRecognizedSentence) : null
        setFailure({ sentence, unknown: canBeNamed(result) ? result : null })
      }
    } catch (error) {
      setFailure({ sentence: errorMessage(error, t`Couldn’t look up this barcode`), unknown: null })
    } finally {
      setLooking(false)
    }
  }
  useHardwareScanner((code) => void find(code), kind === null && receipt !== 'open' && doubtful === null && !looking && !isLive)

  return (
    <div className="space-y-5">
      {isLive ? (
        <Suspense
          fallback={
            <Card flush>
              <SkeletonRows rows={3} />
            </Card>
          }
        >
          <LiveScan onFound={remember} onClose={() => setLive(false)} />
        </Suspense>
      ) : (
        <LiveCamera onStart={() => setLive(true)} />
      )}
      {isOffline ? (
        <Notice tone="soon">
          <Trans>You’re offline. Photos can be read once you’re online.</Trans>
        </Notice>
      ) : null}
      <div className="grid grid-cols-1 gap-2 min-[23rem]:grid-cols-2 sm:gap-3 xl:grid-cols-4">
        <ScanOption icon={Barcode} title={t`Scan Barcode`} line={t`Take or upload a photo of the barcode.`}>
          <NeedsServer isQuiet>
            <Button variant={cameraTrouble() ? 'primary' : 'quiet'} onClick={() => setKind('barcode')} className={optionClass}>
              <Trans>Upload Barcode Image</Trans>
            </Button>
          </NeedsServer>
        </ScanOption>
        <ScanOption icon={Camera} title={t`Photo Recognition`} line={t`Take or upload a photo of the product.`}>
          <NeedsServer isQuiet>
            <Button variant="quiet" onClick={() => setKind('photo')} className={optionClass}>
              <Trans>Upload Product Photo</Trans>
            </Button>
          </NeedsServer>
        </ScanOption>
        <ScanOption icon={ReceiptText} title={t`Receipt`} line={t`Take or upload a photo of your receipt to add items and prices.`}>
          <NeedsServer isQuiet>
            <Button variant="quiet" onClick={() => setReceipt('open')} className={optionClass}>
              <Trans>Upload Receipt</Trans>
            </Button>
          </NeedsServer>
        </ScanOption>
        <ScanOption icon={Keyboard} title={t`Manual Entry`} line={t`For items without a barcode.`}>
          <Link to="/inventory/add" search={{}} className={buttonClass('quiet', optionClass)}>
            <Trans>Add Manually</Trans>
          </Link>
        </ScanOption>
      </div>
      <Card className="space-y-3">
        <CodeField busy={looking} onCode={(code) => void find(code)} />
        {failure ? (
          <div ref={scrollIntoView} className="space-y-3">
            {failure.sentence === null ? null : <Notice tone="error">{failure.sentence}</Notice>}
            {failure.unknown ? <NameItem result={failure.unknown} /> : null}
          </div>
        ) : null}
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <RecentScans scans={scans} />
        <div className={scans.length === 0 ? 'lg:col-span-2' : undefined}>
          <ScanningTips />
        </div>
      </div>
      <Suspense fallback={null}>
        {receipt === 'never' ? null : (
          <ReceiptDialog
            open={receipt === 'open'}
            picture={picture}
            onClose={() => {
              setReceipt('closed')
              setPicture(null)
            }}
          />
        )}
      </Suspense>
      <ScanDialog
        kind={kind}
        picture={picture}
        onClose={() => {
          setKind(null)
          setPicture(null)
        }}
        onResult={take}
      />
      <SharedPictureDialog
        open={isAsking}
        onChoose={(shown) => (shown === 'receipt' ? setReceipt('open') : setKind(shown))}
        onClose={() => {
          // Closes after an answer, too.
          if (isAsking) setPicture(null)
        }}
      />
      <ConfirmItemDialog
        result={doubtful}
        onConfirm={(result) => {
          const [best] = result.alternatives
          if (result.ingredient) confirm(result, result.ingredient)
          else navigate(linkToAddForm(result, best ? { name: best.name } : {}))
        }}
        onEdit={(result) => navigate(linkToEditing(result))}
        onAlternative={(result, { id, name }) => {
          if (id === null) navigate(linkToAddForm({ ...result, ingredient: null }, { name, edit: 'name' }))
          else confirm(result, { id, name })
        }}
        onClose={() => setDoubtful(null)}
      />
    </div>
  )
}

/** Starts the live camera, or says why it isn't available. */
function LiveCamera({ onStart }: { onStart: () => void }) {
  const trouble = cameraTrouble()
  return (
    <Card className="flex flex-col gap-4 sm:flex-row sm:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-3">
        <Disc icon={ScanLine} />
        <div>
          <h2 className="display text-xl">
            <Trans>Live Camera</Trans>
          </h2>
          <p className="text-sm text-ink-soft">
            {trouble ? troubleMessage(trouble) : t`Scan one package after another; each is added right away.`}
          </p>
        </div>
      </div>
      {trouble ? null : (
        <Button onClick={onStart} className="max-sm:w-full">
          <Trans>Start Camera</Trans>
        </Button>
      )}
    </Card>
  )
}

// A hardware scanner may scan while another part of the page is visible.
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' })

/** Links to the add form with the guess and the cursor in its name. */
function linkToEditing(result: ScanResult) {
  const [best] = result.alternatives
  return linkToAddForm(result, { ...(result.ingredient === null && best ? { name: best.name } : {}), edit: 'name' })
}

const Disc = ({ icon: Icon, className }: { icon: LucideIcon; className?: string }) => (
  <span className={clsx('flex size-12 shrink-0 items-center justify-center rounded-full bg-herb-soft text-herb-ink', className)}>
    <Icon aria-hidden="true" className="size-6" />
  </span>
)

function ScanOption({ icon, title, line, children }: { icon: LucideIcon; title: string; line: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-2 max-sm:p-3 sm:gap-4">
      <div className="flex items-center gap-2 sm:gap-3 md:flex-col md:items-start">
        <Disc icon={icon} className="max-sm:size-9 max-sm:[&_svg]:size-5" />
        <div>
          <h2 className="display leading-tight sm:text-xl">{title}</h2>
          <p className="text-sm text-ink-soft max-sm:sr-only">{line}</p>
        </div>
      </div>
      <div className="mt-auto">{children}</div>
    </Card>
  )
}

const tips = [
  t`Hold the package flat and fill most of the frame with the barcode.`,
  t`Daylight works best. Avoid glare on shiny packaging.`,
  t`More than one code? Scan the striped barcode, not the square QR code.`,
  t`A USB or Bluetooth scanner works here too. Just scan; no need to tap a field.`,
]

function ScanningTips() {
  return (
    <Card>
      <CardHeader title={t`Scanning Tips`} icon={Lightbulb} className="mb-1" />
      <ul className="list-disc space-y-1.5 ps-5 text-ink-soft marker:text-ink-faint">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </Card>
  )
}

/** A field for a typed code; a hardware scanner may type here as well. */
export function CodeField({ busy, onCode }: { busy: boolean; onCode: (code: string) => void }) {
  const [code, setCode] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const digits = code.replace(/[\s-]/g, '')
  const text = code.trim()
  const isRetail = /^\d{6,14}$/.test(digits)
  const isValid = isRetail || readScannedText(text) !== null || readLabelLink(text) !== null
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (!isValid || busy) return
        onCode(isRetail ? digits : text)
        setCode('')
        setSubmitted(false)
      }}
    >
      <TextInput
        label={t`Barcode number`}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t`e.g. 4006381333931`}
        maxLength={512}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={isSubmitted && !isValid ? t`A barcode has 8, 12, 13 or 14 digits.` : undefined}
        className="flex-1"
      />
      <Button type="submit" variant="quiet" busy={busy} icon={<Search aria-hidden="true" className="size-4.5" />} className="mt-7">
        <Trans>Look up</Trans>
      </Button>
    </form>
  )
}
