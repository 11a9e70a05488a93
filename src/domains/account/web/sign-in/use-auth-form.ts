import { type ChangeEvent, type FormEvent, useState } from 'react'
import { authErrorMessage } from './auth-frame.tsx'

export interface AuthMessage {
  tone: 'error' | 'success'
  text: string
}

interface Rejection<Fields> {
  errors?: Partial<Record<keyof Fields, string>>
  /** Shown above the form. */
  text?: string
  focus: keyof Fields
}

const errorOf = (text: string): AuthMessage => ({ tone: 'error', text })

/** Returns the errors of the fields in `messages` that are empty, or null if there are none. */
export function findMissing<Fields extends object>(
  values: Fields,
  messages: Partial<Record<keyof Fields & string, string>>,
): Rejection<Fields> | null {
  const names = Object.keys(messages) as (keyof Fields & string)[]
  const [focus, ...rest] = names.filter((name) => {
    const typed = String(values[name])
    return (/password/i.test(name) ? typed : typed.trim()) === ''
  })
  const errors = focus && Object.fromEntries([focus, ...rest].map((name) => [name, messages[name]]))
  return focus ? { focus, errors: errors as Partial<Record<keyof Fields, string>> } : null
}

/**
 * The state of a form before sign-in: fields with errors, a message, and one request at a time. `useForm` does more, but its library
 * would add 16 kB to the first load of the sign-in page, whose limit is 90 kB.
 */
export function useAuthForm<Fields extends object>(blank: Fields, firstMessage: () => AuthMessage | null = () => null) {
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Partial<Record<keyof Fields, string>>>({})
  const [message, setMessage] = useState(firstMessage)
  const [isBusy, setBusy] = useState(false)
  const set = (part: Partial<Fields>) => setValues((now) => ({ ...now, ...part }))

  const reject = ({ errors: found = {}, text, focus }: Rejection<Fields>) => {
    setErrors(found)
    setMessage(text === undefined ? null : errorOf(text))
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>(`form [name="${String(focus)}"]`)?.focus())
  }
  /** Sends a request and shows its failure, with `fallback` if it has no message of its own. */
  const send = async (request: () => Promise<void>, fallback: string) => {
    setErrors({})
    setMessage(null)
    try {
      await request()
    } catch (error) {
      setMessage(errorOf(authErrorMessage(error, fallback)))
    }
  }
  /** Returns a handler that sends the form unless `check` finds something wrong. */
  const submit = (check: () => Rejection<Fields> | null, request: () => Promise<void>, fallback: string) => async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const rejection = check()
    if (rejection) return reject(rejection)
    setBusy(true)
    await send(request, fallback)
    setBusy(false)
  }
  const field = <Name extends keyof Fields & string>(name: Name) => ({
    name,
    required: true,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: target.value } as unknown as Partial<Fields>),
  })
  return { values, set, field, message, setMessage, isBusy, reject, send, submit }
}
