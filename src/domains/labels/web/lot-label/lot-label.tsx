import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ScanLine, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { getLot, type Lot } from '#domains/inventory/contract.ts'
import { readLabelCode } from '#domains/scanning/rules/label-link.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { formatLabelCode, type Label } from '../../contract.ts'
import { putLabelOn, takeLabelOff, useLabels } from '../api/labels.ts'

const CameraView = lazy(() => import('#domains/scanning/web/index.ts').then(({ loadCameraView }) => loadCameraView()))

/** The labels of an item, and a way to put one on it. Empty for a household that never printed any. */
export default function LotLabel({ lot }: { lot: Lot }) {
  const { data: labels = [] } = useLabels()
  const mayChange = useHasRole('MEMBER')
  const [isAdding, setAdding] = useState(false)
  const [moving, setMoving] = useState<Label | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const own = labels.filter(({ lotId }) => lotId === lot.id)
  if (labels.length === 0 || (own.length === 0 && !mayChange)) return null
  return (
    <section className="space-y-2">
      {own.map((label) => {
        const code = formatLabelCode(label.id)
        return (
          <p key={label.id} className="flex min-h-11 items-center justify-between gap-2">
            <span>
              <Trans>
                Label <b className="figures">{code}</b>
              </Trans>
            </span>
            {mayChange ? (
              <IconButton
                label={t`Take label ${code} off`}
                icon={<X aria-hidden="true" />}
                onClick={() => void takeLabelOff(label).catch(setFailure)}
              />
            ) : null}
          </p>
        )
      })}
      {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the label`)}</Notice>}
      {isAdding ? (
        <CodeForm
          find={(code) => labels.find(({ id }) => id === code)}
          onLabel={(label) => {
            if (label.location !== null || (label.lotId !== null && label.lotId !== lot.id)) return setMoving(label)
            setAdding(false)
            if (label.lotId === null) void putLabelOn(label, lot).catch(setFailure)
          }}
        />
      ) : mayChange ? (
        <Button variant="quiet" onClick={() => setAdding(true)}>
          {own.length === 0 ? <Trans>Put a label on it</Trans> : <Trans>Another label</Trans>}
        </Button>
      ) : null}
      {moving ? (
        <ConfirmDialog
          open
          onOpenChange={() => setMoving(null)}
          title={t`Move label ${formatLabelCode(moving.id)}?`}
          confirmLabel={t`Move label`}
          fallback={t`Couldn’t save the label`}
          onConfirm={async () => {
            await putLabelOn(moving, lot)
            setAdding(false)
          }}
        >
          <CurrentTarget label={moving} />
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

/** Says what a label is on. */
function CurrentTarget({ label: { lotId, location } }: { label: Label }) {
  const { data: lot } = useEndpointQuery(getLot, { params: { id: lotId ?? '' } }, { enabled: lotId !== null })
  if (location !== null) return <Trans>It marks {translateLocation(location)} now.</Trans>
  return lot ? <Trans>It’s on {lot.ingredient.name} now.</Trans> : <Trans>It’s on another item now.</Trans>
}

/** Asks for a label's code, typed or scanned. */
function CodeForm({ find, onLabel }: { find: (code: string) => Label | undefined; onLabel: (label: Label) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [isScanning, setScanning] = useState(false)
  const take = (text: string) => {
    const code = readLabelCode(text)
    const label = code === null ? undefined : find(code)
    if (label) onLabel(label)
    else setProblem(code === null ? t`Enter the eight letters and digits next to the code.` : t`Not a label of your kitchen`)
  }
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        take(typed)
      }}
    >
      <TextInput
        label={t`Code of the label`}
        autoComplete="off"
        autoCapitalize="characters"
        placeholder={t`e.g. K7M4-XQPD`}
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
        error={problem}
      />
      {isScanning ? (
        <Suspense fallback={null}>
          <CameraView onCode={take} onReadingChange={() => {}} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button type="submit">
          <Trans>Put on</Trans>
        </Button>
        {isScanning ? null : (
          <Button variant="quiet" icon={<ScanLine aria-hidden="true" className="size-5" />} onClick={() => setScanning(true)}>
            <Trans>Scan</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}
