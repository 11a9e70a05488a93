import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { formatNumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'

/**
 * The state of a form that is a single amount, applied on this device at once. It needs no more than this: there is nothing to lose, and no
 * error to wait for. `problemOf` returns what is wrong with the text, which is shown after the first attempt.
 */
export function useAmount(initial: number, problemOf: (text: string) => string | null) {
  const [text, setText] = useState(() => formatNumberInput(initial))
  const [isTried, setTried] = useState(false)
  const problem = problemOf(text)
  /** What was chosen; null if it is invalid. */
  const chosen = problem === null ? parseNumber(text) : null
  const submit = (apply: (amount: number) => void) => (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (chosen !== null) apply(chosen)
  }
  return { chosen, submit, input: { value: text, onValue: setText, error: (isTried && problem) || undefined } }
}

/** Returns what is wrong with a counted amount, which may be zero. */
export function actualProblem(text: string): string | null {
  const actual = parseNumber(text)
  return actual === null || Number.isNaN(actual) ? t`Enter the actual amount.` : actual < 0 ? t`Enter zero or more.` : null
}
