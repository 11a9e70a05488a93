import { t } from '@lingui/core/macro'
import { BellRing, Timer, TimerOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { StepTimer as Time } from '../../rules/parse-step.ts'

const clock = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Plays three short tones. Browsers that block sound stay silent; the timer is shown as text too. */
function ring(): void {
  try {
    const sound = new AudioContext()
    for (const at of [0, 0.4, 0.8]) {
      const tone = sound.createOscillator()
      tone.frequency.value = 880
      tone.connect(sound.destination)
      tone.start(sound.currentTime + at)
      tone.stop(sound.currentTime + at + 0.25)
    }
  } catch {
    // Sound isn't available.
  }
  navigator.vibrate?.([300, 150, 300])
}

interface RunningTimer extends Time {
  /** Starts at 1. */
  step: number
  endsAt: number
}

/** Timers of a recipe. They run on every step and by the clock, so they are right after the page was suspended. */
export function useTimers() {
  const [running, setRunning] = useState<readonly RunningTimer[]>([])
  const [now, setNow] = useState(Date.now)
  const next = running.reduce((soonest, { endsAt }) => (endsAt > now ? Math.min(soonest, endsAt) : soonest), Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const tick = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= next) ring()
    }, 250)
    return () => clearInterval(tick)
  }, [next])
  const without = (removed: Pick<RunningTimer, 'step' | 'words'>) =>
    running.filter((one) => one.step !== removed.step || one.words !== removed.words)
  return {
    running,
    now,
    start(step: number, time: Time) {
      const at = Date.now()
      setNow(at)
      setRunning([...without({ ...time, step }), { ...time, step, endsAt: at + time.seconds * 1000 }])
    },
    stop: (timer: RunningTimer) => setRunning(without(timer)),
  }
}

/** The times in this step, which can be started, and all running or finished timers. */
export function Timers({ step, times, timers }: { step: number; times: readonly Time[]; timers: ReturnType<typeof useTimers> }) {
  const { running, now } = timers
  const idle = times.filter((time) => !running.some((one) => one.step === step && one.words === time.words))
  if (idle.length + running.length === 0) return null
  return (
    <section aria-label={t`Timers`} className="flex flex-wrap items-center gap-3">
      {running.map((timer) => {
        const left = Math.max(0, Math.ceil((timer.endsAt - now) / 1000))
        const about = timer.step === step ? timer.words : t`${timer.words}, step ${timer.step}`
        return (
          <Button
            key={`${timer.step} ${timer.words}`}
            variant={left === 0 ? 'primary' : 'quiet'}
            className="figures"
            icon={left === 0 ? <BellRing aria-hidden="true" className="size-5" /> : <TimerOff aria-hidden="true" className="size-5" />}
            onClick={() => timers.stop(timer)}
          >
            {left === 0 ? t`${about} timer finished` : t`Stop timer: ${clock(left)} (${about})`}
          </Button>
        )
      })}
      {idle.map((time) => (
        <Button
          key={time.words}
          variant="quiet"
          icon={<Timer aria-hidden="true" className="size-5" />}
          onClick={() => timers.start(step, time)}
        >
          {t`Start timer: ${time.words}`}
        </Button>
      ))}
      <span role="status" className="sr-only">
        {running
          .filter(({ endsAt }) => endsAt <= now)
          .map(({ words }) => t`${words} timer finished.`)
          .join(' ')}
      </span>
    </section>
  )
}
