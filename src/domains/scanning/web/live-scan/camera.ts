import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isSecure } from '#platform/web/session/device.ts'

/** Why there is no picture: the page came over http, there is no camera, it is not allowed, or something else holds it. */
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
  /** The page is hidden; the picture comes back with it. */
  | { is: 'paused' }
  | { is: 'off'; why: CameraTrouble }

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** What is wrong before anything was asked; null: it is worth a try. */
export function troubleAhead(): CameraTrouble | null {
  if (!isSecure()) return 'insecure'
  return typeof navigator.mediaDevices?.getUserMedia === 'function' ? null : 'missing'
}

function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}

// Torch and zoom stand in no browser's types yet.
interface Abilities {
  torch?: boolean
  zoom?: { min: number; max: number; step?: number }
}
interface Wish extends MediaTrackConstraintSet {
  torch?: boolean
  zoom?: number
}
const apply = (track: MediaStreamTrack | undefined, wish: Wish) =>
  track?.applyConstraints({ advanced: [wish] }).catch(() => {
    // It said that it could; nothing is lost without it.
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
  light: (on: boolean) => void
  zoomTo: (value: number) => void
  retry: () => void
}

/** The camera at the back, shown in `video`. It is given back as soon as the page is hidden, and when the component goes. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack>(undefined)
  const [state, setState] = useState<CameraState>({ is: 'starting' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    let stream: MediaStream | null = null
    let ended = false
    let starts = 0
    const release = () => {
      starts += 1
      for (const one of stream?.getTracks() ?? []) one.stop()
      stream = null
      track.current = undefined
      if (video.current) video.current.srcObject = null
    }
    const start = async () => {
      const trouble = troubleAhead()
      if (trouble) return setState({ is: 'off', why: trouble })
      setState({ is: 'starting' })
      starts += 1
      const mine = starts
      try {
        const fresh = await navigator.mediaDevices.getUserMedia(wanted)
        if (ended || mine !== starts || !video.current) {
          for (const one of fresh.getTracks()) one.stop()
          return
        }
        stream = fresh
        const [first] = fresh.getVideoTracks()
        track.current = first
        first?.addEventListener('ended', () => {
          if (stream !== fresh) return
          release()
          setState({ is: 'off', why: 'busy' })
        })
        video.current.srcObject = fresh
        await video.current.play()
        if (stream === fresh) setState({ is: 'on', ...abilitiesOf(first) })
      } catch (error) {
        if (ended || mine !== starts) return
        release()
        setState({ is: 'off', why: troubleOf(error) })
      }
    }
    const onVisibility = () => {
      if (!document.hidden) return void start()
      release()
      setState({ is: 'paused' })
    }
    if (document.hidden) setState({ is: 'paused' })
    else void start()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', release)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [attempt])

  return {
    video,
    state,
    light: useCallback((on: boolean) => void apply(track.current, { torch: on }), []),
    zoomTo: useCallback((value: number) => {
      void apply(track.current, { zoom: value })
      setState((now) => (now.is === 'on' && now.zoom ? { ...now, zoom: { ...now.zoom, value } } : now))
    }, []),
    retry: useCallback(() => {
      // In the same turn: the picture must stand there when the camera is lent.
      setState({ is: 'starting' })
      setAttempt((count) => count + 1)
    }, []),
  }
}
