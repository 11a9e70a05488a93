import type { Frame, FrameReading } from './code-worker.ts'

/** Between two looks: often enough to feel instant, seldom enough to spare a battery. */
const restMs = 80
/** The bars need few pixels; more only cost time. */
const widest = 960
/** The part of the picture that is searched: what stands in the frame drawn over it. */
export const shape = 4 / 3
const part = { width: 0.9, height: 0.7 }

interface Listener {
  onCodes: (codes: readonly string[], atMs: number) => void
  /** No frame will be read any more. */
  onFailure: () => void
}

/** Reads the middle of a playing video in a worker, one frame at a time. Answers how to stop; nothing runs on after that. */
export function readCodes(video: HTMLVideoElement, { onCodes, onFailure }: Listener): () => void {
  const worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    worker.terminate()
  }
  // The same picture read twice is one read: the next look waits for a new one where the browser tells of it.
  const next = () => {
    timer = setTimeout(() => ('requestVideoFrameCallback' in video ? video.requestVideoFrameCallback(classify) : classify()), restMs)
  }
  const classify = () => {
    if (stopped) return
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
  if (context) classify()
  else fail()
  return stop
}

function cutOut(video: HTMLVideoElement, canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Frame | null {
  const { videoWidth, videoHeight, readyState } = video
  if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || videoWidth === 0 || videoHeight === 0) return null
  const width = Math.min(videoWidth, videoHeight * shape) * part.width
  const height = Math.min(videoHeight, videoWidth / shape) * part.height
  const scale = Math.min(1, widest / width)
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  context.drawImage(video, (videoWidth - width) / 2, (videoHeight - height) / 2, width, height, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { pixels: data.buffer, width: canvas.width, height: canvas.height }
}
