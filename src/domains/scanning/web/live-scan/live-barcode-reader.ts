import type { CodeReading } from '../../rules/stable-read-filter.ts'
import type { Frame, FrameReading } from './live-barcode-worker.ts'

/** Pause between frames: short enough to feel instant, long enough to save battery. */
const pauseMs = 80
/** Bars need few pixels; more only take time. */
const maxWidth = 960
/** Aspect ratio of the searched part; matches the frame drawn over the video. */
const aspectRatio = 4 / 3
const part = { width: 0.9, height: 0.7 }

interface Listener {
  onCodes: (codes: readonly CodeReading[], atMs: number) => void
  /** Called once if no more frames can be read. */
  onFailure: () => void
}

/** Reads the center of a playing video in a worker, one frame at a time. Returns a function that stops it. */
export function startReadingCodes(video: HTMLVideoElement, { onCodes, onFailure }: Listener): () => void {
  const worker = new Worker(new URL('./live-barcode-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
    worker.terminate()
  }
  // Waits for a new frame where the browser supports it, so the same frame isn't read twice.
  const next = () => {
    timer = setTimeout(() => ('requestVideoFrameCallback' in video ? video.requestVideoFrameCallback(readFrame) : readFrame()), pauseMs)
  }
  const readFrame = () => {
    if (isStopped) return
    const frame = context && cutOut(video, canvas, context)
    if (frame) worker.postMessage(frame, [frame.pixels])
    else next()
  }
  const fail = () => {
    stop()
    onFailure()
  }
  worker.onmessage = ({ data }: MessageEvent<FrameReading>) => {
    if ('failed' in data) return fail()
    onCodes(data.codes, performance.now())
    next()
  }
  worker.onerror = fail
  if (context) readFrame()
  else fail()
  return stop
}

function cutOut(video: HTMLVideoElement, canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Frame | null {
  const { videoWidth, videoHeight, readyState } = video
  if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || videoWidth === 0 || videoHeight === 0) return null
  const width = Math.min(videoWidth, videoHeight * aspectRatio) * part.width
  const height = Math.min(videoHeight, videoWidth / aspectRatio) * part.height
  const scale = Math.min(1, maxWidth / width)
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  context.drawImage(video, (videoWidth - width) / 2, (videoHeight - height) / 2, width, height, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { pixels: data.buffer, width: canvas.width, height: canvas.height }
}
