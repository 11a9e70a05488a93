import { t } from '@lingui/core/macro'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isSecure } from '#platform/web/session/secure-context.ts'

/** Why the camera isn't available: insecure origin, no camera, permission denied, or in use elsewhere. */
export type CameraTrouble = 'insecure' | 'missing' | 'denied' | 'busy'
export interface ZoomRange {
  min: number
  max: number
  step: number
  value: number
}
export type CameraState =
  | { is: 'starting' }
  | { is: 'on'; hasTorch: boolean; zoom: ZoomRange | null }
  /** While the page is hidden. */
  | { is: 'paused' }
  | { is: 'off'; why: CameraTrouble }

const constraints: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Returns why the camera can't work before asking for it, or null. */
export function cameraTrouble(): CameraTrouble | null {
  if (!isSecure()) return 'insecure'
  return typeof navigator.mediaDevices?.getUserMedia === 'function' ? null : 'missing'
}

/** Returns whether the person has allowed the camera before, so that it starts without a question. */
export async function isCameraGranted(): Promise<boolean> {
  if (cameraTrouble() !== null) return false
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' })
    return state === 'granted'
  } catch {
    // Some browsers don't know this permission.
    return false
  }
}

function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}

/** Says why there is no live picture, and what works instead. */
export function troubleMessage(trouble: CameraTrouble): string {
  switch (trouble) {
    case 'insecure':
      return t`The live camera needs HTTPS. On this address you can upload a photo of the barcode or type the number.`
    case 'missing':
      return t`No camera available. Upload a photo of the barcode, type the number, or use a barcode scanner.`
    case 'denied':
      return t`Camera access is blocked. Allow it in your browser settings, or upload a photo of the barcode.`
    default:
      return t`Couldn’t start the camera; another app may be using it. Close that app, or upload a photo of the barcode.`
  }
}

// Torch and zoom are missing from the browser types.
interface Abilities {
  torch?: boolean
  zoom?: { min: number; max: number; step?: number }
}
interface ExtraConstraints extends MediaTrackConstraintSet {
  torch?: boolean
  zoom?: number
}
const applyConstraint = (track: MediaStreamTrack | undefined, constraint: ExtraConstraints) =>
  track?.applyConstraints({ advanced: [constraint] }).catch(() => {
    // Optional: ignored if the camera can't do it after all.
  })

function abilitiesOf(track: MediaStreamTrack | undefined): { hasTorch: boolean; zoom: ZoomRange | null } {
  const { torch, zoom } = (track?.getCapabilities?.() ?? {}) as MediaTrackCapabilities & Abilities
  return {
    hasTorch: torch === true,
    zoom: zoom && zoom.max > zoom.min ? { min: zoom.min, max: zoom.max, step: zoom.step || 0.1, value: zoom.min } : null,
  }
}

export interface Camera {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
  setTorch: (on: boolean) => void
  setZoom: (value: number) => void
  retry: () => void
}

interface StreamOptions {
  /** The element that shows the picture; null after unmounting. */
  video: () => HTMLVideoElement | null
  onTrack: (track: MediaStreamTrack | undefined) => void
  onState: (state: CameraState) => void
}

/** Shows the camera while the page is visible and releases it while hidden. Returns a function that ends it. */
function runCamera({ video, onTrack, onState }: StreamOptions): () => void {
  let stream: MediaStream | null = null
  let isEnded = false
  let starts = 0
  const release = () => {
    starts += 1
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
    onTrack(undefined)
    const element = video()
    if (element) element.srcObject = null
  }
  const show = async (opened: MediaStream, element: HTMLVideoElement) => {
    stream = opened
    const [track] = opened.getVideoTracks()
    onTrack(track)
    track?.addEventListener('ended', () => {
      if (stream !== opened) return
      release()
      onState({ is: 'off', why: 'busy' })
    })
    element.srcObject = opened
    await element.play()
    if (stream === opened) onState({ is: 'on', ...abilitiesOf(track) })
  }
  const start = async () => {
    const trouble = cameraTrouble()
    if (trouble) return onState({ is: 'off', why: trouble })
    onState({ is: 'starting' })
    starts += 1
    const current = starts
    try {
      const opened = await navigator.mediaDevices.getUserMedia(constraints)
      const element = video()
      if (isEnded || current !== starts || !element) {
        for (const track of opened.getTracks()) track.stop()
        return
      }
      await show(opened, element)
    } catch (error) {
      if (isEnded || current !== starts) return
      release()
      onState({ is: 'off', why: troubleOf(error) })
    }
  }
  const pause = () => {
    release()
    onState({ is: 'paused' })
  }
  const onVisibility = () => (document.hidden ? pause() : void start())
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', release)
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', release)
    release()
  }
}

/** Shows the rear camera in `video`. Releases it when the page is hidden or the component unmounts. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack>(undefined)
  const [state, setState] = useState<CameraState>({ is: 'starting' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(
    () =>
      runCamera({
        video: () => video.current,
        onTrack: (current) => {
          track.current = current
        },
        onState: setState,
      }),
    [attempt],
  )

  return {
    video,
    state,
    setTorch: useCallback((on: boolean) => void applyConstraint(track.current, { torch: on }), []),
    setZoom: useCallback((value: number) => {
      void applyConstraint(track.current, { zoom: value })
      setState((now) => (now.is === 'on' && now.zoom ? { ...now, zoom: { ...now.zoom, value } } : now))
    }, []),
    retry: useCallback(() => {
      // Rendered together with the new attempt: the video element must exist when the camera opens.
      setState({ is: 'starting' })
      setAttempt((count) => count + 1)
    }, []),
  }
}
