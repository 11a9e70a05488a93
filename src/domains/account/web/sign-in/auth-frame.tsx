import { type ReactNode, useEffect } from 'react'
import { ApiError } from '#platform/web/api/call.ts'

interface AuthFrameProps {
  title: string
  intro?: ReactNode
  children: ReactNode
  foot?: ReactNode
  /** Other ways to sign in. */
  others?: ReactNode
}

/** The frame of a page for signed-out users. */
export function AuthFrame({ title, intro, children, foot, others }: AuthFrameProps) {
  useEffect(() => {
    document.title = `${title} · Larder`
  }, [title])
  return (
    <div className="rise">
      <h1 className="display text-4xl">{title}</h1>
      {intro ? <p className="mt-2 text-lg text-ink-soft">{intro}</p> : null}
      {/* Where passwords aren't used, the buttons are all there is. */}
      <div className="mt-7 has-[+[data-only]]:hidden">{children}</div>
      {others}
      {foot ? <p className="mt-7 border-t border-line pt-5 text-base text-ink-soft">{foot}</p> : null}
    </div>
  )
}

/** A link between these pages, with a touch target of 44 px. */
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

/** Returns the server's message, or `fallback`. On these pages, a 401 means a wrong password, not an ended session. */
export function authErrorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.problem?.detail) return error.problem.detail
  return error.status === 0 || error.status === 429 ? error.sentence : fallback
}
