import { useCallback, useEffect, useRef, useState } from 'react'
import { localState } from '#platform/web/session/session.ts'

const mutedKey = 'trip.muted'
/** Two soft notes, a fourth apart. */
const notes = [523.25, 698.46]
const noteSeconds = 0.35
const loudness = 0.12

function playNotes(audio: AudioContext): void {
  for (const [at, frequency] of notes.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    const start = audio.currentTime + at * noteSeconds * 0.5
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(loudness, start + 0.03)
    volume.gain.exponentialRampToValueAtTime(0.001, start + noteSeconds)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + noteSeconds)
  }
}

/** `play` sounds and vibrates once, unless this device is muted. It stays silent until the user has tapped while `isOn`. */
export function useChime(isOn: boolean): { isMuted: boolean; toggle: () => void; play: () => void } {
  const [isMuted, setIsMuted] = useState(() => localState.read(mutedKey) !== null)
  const audio = useRef<AudioContext | null>(null)
  useEffect(() => {
    if (!isOn || isMuted || !('AudioContext' in window)) return
    // Browsers start sound only within a tap.
    const unlock = () => {
      audio.current ??= new AudioContext()
      if (audio.current.state === 'suspended') void audio.current.resume().catch(() => {})
    }
    document.addEventListener('click', unlock)
    return () => {
      document.removeEventListener('click', unlock)
      void audio.current?.close().catch(() => {})
      audio.current = null
    }
  }, [isOn, isMuted])
  const toggle = useCallback(() => {
    if (isMuted) localState.remove(mutedKey)
    else localState.write(mutedKey, 'true')
    setIsMuted(!isMuted)
  }, [isMuted])
  const play = useCallback(() => {
    if (isMuted) return
    if (audio.current?.state === 'running') playNotes(audio.current)
    // Devices without a motor, and those that mustn't, ignore it.
    if (audio.current && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.([60, 80, 60])
  }, [isMuted])
  return { isMuted, toggle, play }
}
