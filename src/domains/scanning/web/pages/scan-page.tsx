import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Barcode, Camera, Keyboard, type LucideIcon, ReceiptText, ScanLine } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { EmptyState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { notRecognisedSentence, type ScanResult } from '../../contract/index.ts'
import { addressOfAdding, lookUp, tellPhoto } from '../api.ts'
import { troubleAhead } from '../live-scan/camera.ts'
import { troubleWords } from '../live-scan/trouble-messages.ts'
import { useBeeper } from '../scan-photo/beeper.ts'
import { CodeField } from '../scan-photo/code-field.tsx'
import { ConfirmItem } from '../scan-photo/confirm-item.tsx'
import { canBeNamed, NameIt } from '../scan-photo/name-it.tsx'
import { RecentScans, useRecentScans } from '../scan-photo/recent-scans.tsx'
import { ScanDialog, type ScanKind } from '../scan-photo/scan-dialog.tsx'
import { ScanningTips } from '../scan-photo/scanning-tips.tsx'

// The reader, its program and the tally come when somebody points a camera.
const ReceiptDialog = lazy(async () => ({ default: (await import('../receipt/receipt-dialog.tsx')).ReceiptDialog }))
const LiveScan = lazy(async () => ({ default: (await import('../live-scan/live-scan.tsx')).LiveScan }))

/** The ways food gets in: by code, by picture, by hand. */
export function ScanPage() {
  return (
    <>
      <PageHeader title={t`Scan Item`} subtitle={t`Scan a barcode, a photo or a receipt`} />
      {useMay('MEMBER') ? (
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

function Scanning() {
  const navigate = useNavigate()
  const { scans, remember } = useRecentScans()
  const [kind, setKind] = useState<ScanKind | null>(null)
  const [doubtful, setDoubtful] = useState<ScanResult | null>(null)
  const [isLive, setLive] = useState(false)
  const [receipt, setReceipt] = useState<'never' | 'open' | 'closed'>('never')
  const [looking, setLooking] = useState(false)
  const [failure, setFailure] = useState<{ sentence: string; unknown: ScanResult | null } | null>(null)

  const putIn = (result: ScanResult) => {
    remember(result)
    void navigate(addressOfAdding(result))
  }
  const take = (result: ScanResult) => {
    setKind(null)
    if (result.needsConfirmation) setDoubtful(result)
    else putIn(result)
  }
  /** Somebody said that this is the food. */
  const confirm = (result: ScanResult, ingredient: { id: string; name: string }) => {
    setDoubtful(null)
    if (result.scanId) void tellPhoto(result.scanId, ingredient.id)
    putIn({ ...result, ingredient })
  }
  const find = async (code: string) => {
    setLooking(true)
    setFailure(null)
    try {
      const result = await lookUp(code)
      if (result.success) take(result)
      else setFailure({ sentence: result.error ?? notRecognisedSentence, unknown: canBeNamed(result) ? result : null })
    } catch (error) {
      setFailure({ sentence: errorMessage(error, t`Couldn’t look up this barcode`), unknown: null })
    } finally {
      setLooking(false)
    }
  }
  useBeeper((code) => void find(code), kind === null && receipt !== 'open' && doubtful === null && !looking && !isLive)

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
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-4">
        <Way icon={Barcode} title={t`Scan Barcode`} line={t`Take or upload a photo of the barcode.`}>
          <Button variant={troubleAhead() ? 'primary' : 'quiet'} onClick={() => setKind('barcode')} className="w-full">
            <Trans>Upload Barcode Image</Trans>
          </Button>
        </Way>
        <Way icon={Camera} title={t`Photo Recognition`} line={t`Take or upload a photo of the product.`}>
          <Button variant="quiet" onClick={() => setKind('photo')} className="w-full">
            <Trans>Upload Product Photo</Trans>
          </Button>
        </Way>
        <Way icon={ReceiptText} title={t`Receipt`} line={t`Take or upload a photo of your receipt to add items and prices.`}>
          <Button variant="quiet" onClick={() => setReceipt('open')} className="w-full">
            <Trans>Upload Receipt</Trans>
          </Button>
        </Way>
        <Way icon={Keyboard} title={t`Manual Entry`} line={t`For items without a barcode.`}>
          <Link to="/inventory/add" search={{}} className={buttonClass('quiet', 'w-full')}>
            <Trans>Add Manually</Trans>
          </Link>
        </Way>
      </div>
      <Card className="space-y-3">
        <CodeField busy={looking} onCode={(code) => void find(code)} />
        {failure ? (
          <div ref={inSight} className="space-y-3">
            <Notice tone="error">{failure.sentence}</Notice>
            {failure.unknown ? <NameIt result={failure.unknown} /> : null}
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
        {receipt === 'never' ? null : <ReceiptDialog open={receipt === 'open'} onClose={() => setReceipt('closed')} />}
      </Suspense>
      <ScanDialog kind={kind} onClose={() => setKind(null)} onResult={take} />
      <ConfirmItem
        result={doubtful}
        onConfirm={(result) => {
          const [best] = result.alternatives
          if (result.ingredient) confirm(result, result.ingredient)
          else void navigate(addressOfAdding(result, best ? { name: best.name } : {}))
        }}
        onEdit={(result) => void navigate(addressOfEditing(result))}
        onAlternative={(result, { id, name }) => {
          if (id === null) void navigate(addressOfAdding({ ...result, ingredient: null }, { name, edit: 'name' }))
          else confirm(result, { id, name })
        }}
        onClose={() => setDoubtful(null)}
      />
    </div>
  )
}

/** The way in that needs no picture, or why there is none. */
function LiveCamera({ onStart }: { onStart: () => void }) {
  const trouble = troubleAhead()
  return (
    <Card className="flex flex-col gap-4 sm:flex-row sm:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-3">
        <Disc icon={ScanLine} />
        <div>
          <h2 className="display text-xl">
            <Trans>Live Camera</Trans>
          </h2>
          <p className="text-sm text-ink-soft">
            {trouble ? troubleWords(trouble) : t`Scan one package after another; each is added right away.`}
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

// A hand scanner may beep while one looks elsewhere on the page.
const inSight = (part: HTMLElement | null) => part?.scrollIntoView?.({ block: 'nearest' })

/** The guess stands in the form, with the cursor on its name; one that is no food of this household goes by its name. */
function addressOfEditing(result: ScanResult) {
  const [best] = result.alternatives
  return addressOfAdding(result, { ...(result.ingredient === null && best ? { name: best.name } : {}), edit: 'name' })
}

const Disc = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-herb-soft text-herb-ink">
    <Icon aria-hidden="true" className="size-6" />
  </span>
)

function Way({ icon, title, line, children }: { icon: LucideIcon; title: string; line: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-3 md:flex-col md:items-start">
        <Disc icon={icon} />
        <div>
          <h2 className="display text-xl">{title}</h2>
          <p className="text-sm text-ink-soft">{line}</p>
        </div>
      </div>
      <div className="mt-auto">{children}</div>
    </Card>
  )
}
