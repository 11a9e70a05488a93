import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ListPlus, Minus, Plus, ScanLine, Volume2, VolumeX, X } from 'lucide-react'
import { use, useId, useState } from 'react'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { AddToListContext, useLiveStock } from '#domains/inventory/web/index.ts'
import { once } from '#platform/shared/once.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { localState } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { ScanResult } from '../../contract.ts'
import { useHardwareScanner } from '../scan-photo/hardware-scanner.ts'
import { openLabel } from '../scan-photo/open-label.ts'
import { CameraView } from './camera-view.tsx'
import type { Mode } from './run-scan-action.ts'
import { useScannedItems } from './scanned-items.ts'
import { ScannedItemsList } from './scanned-items-list.tsx'

const mutedSlot = 'scan.muted'
const isMuted = (): boolean => localState.read(mutedSlot) === 'yes'
const setMuted = (on: boolean): void => (on ? localState.write(mutedSlot, 'yes') : localState.remove(mutedSlot))

const openSound = once(() => new AudioContext())

/** Confirms a scan with a short tone and vibration, where the browser supports them. */
function signal(): void {
  if (isMuted()) return
  try {
    navigator.vibrate?.(60)
    const sound = openSound()
    void sound.resume()
    const tone = sound.createOscillator()
    const volume = sound.createGain()
    const now = sound.currentTime
    tone.frequency.value = 1320
    volume.gain.setValueAtTime(0.12, now)
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12)
    tone.connect(volume).connect(sound.destination)
    tone.start(now)
    tone.stop(now + 0.13)
  } catch {
    // Scanning works without sound.
  }
}

/** Scans packages one after another with the camera or a hardware scanner. Each is added, used or listed immediately and can be undone. */
export function LiveScan({ onFound, onClose }: { onFound: (result: ScanResult) => void; onClose: () => void }) {
  useLiveStock()
  const [mode, setMode] = useState<Mode>('add')
  const [isSilent, setSilent] = useState(isMuted)
  const [isReading, setReading] = useState(false)
  const addToList = use(AddToListContext)
  const { scans, scan, retry, name, undo, remove } = useScannedItems({ onFound, addToList })
  // Loads the barcodes for use offline.
  useEndpointQuery(listIngredients, {})
  const read = (text: string) => {
    signal()
    if (openLabel(text)) return
    void scan(text, mode)
  }
  useHardwareScanner(read, true)
  const done = scans.filter(({ state }) => ['done', 'waiting', 'listed'].includes(state.is)).length
  return (
    <Card className="space-y-4">
      <CardHeader
        title={t`Live Camera`}
        icon={ScanLine}
        aside={
          <span className="flex items-center gap-1">
            <IconButton
              label={isSilent ? t`Sound on` : t`Sound off`}
              icon={isSilent ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
              onClick={() => {
                setMuted(!isSilent)
                setSilent(!isSilent)
              }}
            />
            <IconButton label={t`Stop Camera`} icon={<X aria-hidden="true" />} onClick={onClose} />
          </span>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="space-y-3">
          <ModeChoice mode={mode} modes={addToList ? modes : modes.filter((one) => one.mode !== 'list')} onChange={setMode} />
          <CameraView onCode={read} onReadingChange={setReading} />
        </div>
        <div>
          <p role="status" className="figures text-sm text-ink-soft">
            {scans.length === 0 ? (
              isReading ? (
                <Trans>Point the camera at a barcode. Scan one after another.</Trans>
              ) : null
            ) : (
              <Plural value={done} _0="Nothing scanned yet" one="# item scanned" other="# items scanned" />
            )}
          </p>
          {scans.length > 0 ? (
            <>
              <ScannedItemsList scans={scans} onRetry={retry} onName={name} onUndo={undo} onRemove={remove} />
              <Button onClick={onClose} className="mt-2 w-full">
                <Trans>Done</Trans>
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

interface ModeOption {
  mode: Mode
  words: string
  icon: typeof Plus
}
const modes: readonly ModeOption[] = [
  { mode: 'add', words: t({ message: 'Add', context: 'scan mode' }), icon: Plus },
  { mode: 'use', words: t({ message: 'Use', context: 'scan mode' }), icon: Minus },
  { mode: 'list', words: t({ message: 'List', context: 'scan mode' }), icon: ListPlus },
]

interface ModeChoiceProps {
  mode: Mode
  modes: readonly ModeOption[]
  onChange: (mode: Mode) => void
}

function ModeChoice({ mode: chosen, modes: options, onChange }: ModeChoiceProps) {
  const group = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">
        <Trans>Scan mode</Trans>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-2">
        {options.map(({ mode, words, icon: Icon }) => (
          <label
            key={mode}
            className={clsx(
              'relative flex min-h-11 cursor-pointer items-center justify-center gap-1.5 rounded-control border px-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb',
              mode === chosen ? 'border-herb bg-herb-soft font-semibold text-herb-ink' : 'border-edge/60 bg-card hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={group}
              checked={mode === chosen}
              onChange={() => onChange(mode)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
            />
            <Icon aria-hidden="true" className="size-4.5 shrink-0" />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
