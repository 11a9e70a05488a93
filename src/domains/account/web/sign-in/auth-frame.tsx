import { type FormEvent, type ReactNode, useEffect } from 'react'
import { ApiError } from '#platform/web/api/call.ts'

/** One page at the door: a title, what it says, and its form. */
export function AuthFrame({ title, intro, children, foot }: { title: string; intro?: ReactNode; children: ReactNode; foot?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Larder`
  }, [title])
  return (
    <div className="rise mx-auto w-full max-w-[26rem]">
      <h1 className="display text-4xl">{title}</h1>
      {intro ? <p className="mt-2 text-lg text-ink-soft">{intro}</p> : null}
      <div className="mt-7">{children}</div>
      {foot ? <p className="mt-7 border-t border-line pt-5 text-base text-ink-soft">{foot}</p> : null}
    </div>
  )
}

/** A link between the pages at the door, in a target one can hit. */
export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="-my-2.5 inline-block py-2.5 font-semibold text-herb-ink underline decoration-herb/40 underline-offset-4 hover:decoration-current"
    >
      {children}
    </a>
  )
}

/** The server's own words, else `fallback`: here a 401 means a wrong password, not a lost session. */
export function authErrorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.problem?.detail) return error.problem.detail
  return error.status === 0 || error.status === 429 ? error.sentence : fallback
}

/** A form that checks itself and never reloads the page. */
export const onSubmit = (run: () => void) => (event: FormEvent) => {
  event.preventDefault()
  run()
}

/** Puts the cursor where the first mistake is. */
export function focusField(name: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.focus())
}
