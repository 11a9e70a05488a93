import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flashlight, FlashlightOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Spinner } from '#platform/web/ui/progress.tsx'
import { createStableReadFilter } from '../../rules/stable-read-filter.ts'
import { type CameraState, troubleMessage, useCamera } from './camera.ts'
import { startReadingCodes } from './live-barcode-reader.ts'

/** Shows the camera picture and reports the text of each code that was read twice. `onReadingChange` receives whether codes can be read. */
export function CameraView({ onCode, onReadingChange }: { onCode: (text: string) => void; onReadingChange: (isReading: boolean) => void }) {
  const { video, state, setTorch, setZoom, retry } = useCamera()
  const frame = useRef<HTMLDivElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  const isOn = state.is === 'on'
  const isReading = isOn && !hasFailed
  useEffect(() => onReadingChange(isReading), [isReading, onReadingChange])
  useEffect(() => {
    if (!isOn || !video.current) return
    const steady = createStableReadFilter()
    return startReadingCodes(video.current, {
      onCodes: (codes, atMs) => {
        for (const text of steady(codes, atMs)) {
          frame.current?.animate?.([{ backgroundColor: 'rgb(255 255 255 / 0.5)' }, { backgroundColor: 'transparent' }], 300)
          latest.current(text)
        }
      },
      onFailure: () => setFailed(true),
    })
  }, [isOn, video])

  if (state.is === 'off' || hasFailed)
    return (
      <Notice tone="soon">
        <p>
          {hasFailed || state.is !== 'off'
            ? t`This browser can’t scan live. Upload a photo of the barcode or type the number.`
            : troubleMessage(state.why)}
        </p>
        {state.is === 'off' && state.why !== 'insecure' ? (
          <Button variant="quiet" onClick={retry} className="mt-3">
            <Trans>Try Again</Trans>
          </Button>
        ) : null}
      </Notice>
    )
  return (
    <div className="relative aspect-4/3 w-full overflow-hidden rounded-control bg-[#000]">
      <video ref={video} muted playsInline aria-label={t`Camera view`} className="size-full object-cover" />
      <div
        ref={frame}
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-[5%] inset-y-[15%] rounded-control border-2 border-[#fff] outline-2 outline-[#0007]"
      />
      {isOn ? null : (
        <p role="status" className="absolute inset-0 flex items-center justify-center gap-3 text-[#fff]">
          {state.is === 'paused' ? (
            t`Paused`
          ) : (
            <>
              <Spinner />
              <Trans>Starting the camera...</Trans>
            </>
          )}
        </p>
      )}
      {isOn ? <Controls state={state} setTorch={setTorch} setZoom={setZoom} /> : null}
    </div>
  )
}

function Controls({
  state: { hasTorch, zoom },
  setTorch,
  setZoom,
}: {
  state: Extract<CameraState, { is: 'on' }>
  setTorch: (on: boolean) => void
  setZoom: (value: number) => void
}) {
  const [isLit, setLit] = useState(false)
  const Lamp = isLit ? FlashlightOff : Flashlight
  return (
    <div className="absolute inset-x-3 bottom-3 flex items-center justify-end gap-3">
      {zoom ? (
        <label className="flex min-h-11 flex-1 items-center rounded-control bg-card px-3">
          <span className="sr-only">{t`Zoom`}</span>
          <input
            type="range"
            min={zoom.min}
            max={zoom.max}
            step={zoom.step}
            value={zoom.value}
            onChange={(event) => setZoom(event.target.valueAsNumber)}
            className="w-full accent-herb"
          />
        </label>
      ) : null}
      {hasTorch ? (
        <IconButton
          variant="quiet"
          label={isLit ? t`Light off` : t`Light on`}
          aria-pressed={isLit}
          icon={<Lamp aria-hidden="true" />}
          onClick={() => {
            setTorch(!isLit)
            setLit(!isLit)
          }}
        />
      ) : null}
    </div>
  )
}
