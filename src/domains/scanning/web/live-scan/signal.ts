import { localState } from '#platform/web/session/session.ts'

const muted = 'scan.muted'
export const isMuted = (): boolean => localState.read(muted) === 'yes'
export const setMuted = (on: boolean): void => (on ? localState.write(muted, 'yes') : localState.remove(muted))

let sound: AudioContext | undefined

/** A short tone and a short buzz: something was read, eyes may stay on the packs. Silent where the browser has neither. */
export function signal(): void {
  if (isMuted()) return
  try {
    navigator.vibrate?.(60)
    sound ??= new AudioContext()
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
    // A device without sound scans as well.
  }
}
