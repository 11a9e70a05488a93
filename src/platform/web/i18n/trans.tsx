import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import type { Message } from '#platform/shared/say.ts'
import { i18n } from './language.ts'

const tag = /<(\w+)>([\s\S]*?)<\/\1>|<(\w+)\/>/

/** Replaces the tags `<0>…</0>` and `<1/>` with their elements. */
function fill(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode[] {
  const match = tag.exec(text)
  if (!match) return text === '' ? [] : [text]
  const [whole, paired, inside = '', selfClosing] = match
  const part = parts[paired ?? selfClosing ?? '']
  const shown = isElement(part) && paired !== undefined ? cloneElement(part, {}, ...fill(inside, parts)) : part
  return [text.slice(0, match.index), shown, ...fill(text.slice(match.index + whole.length), parts)]
}

const isElement = (part: ReactNode): part is ReactElement => typeof part === 'object' && part !== null && 'props' in part

/** The runtime of Lingui's `Trans` macro: a text with elements in it (links, bold figures). Needs no provider. */
export function Trans({
  id,
  message,
  values = {},
  components = {},
}: {
  id: string
  message?: Message
  values?: Readonly<Record<string, ReactNode>>
  components?: Readonly<Record<string, ReactElement>>
}) {
  // Elements among the values become tags.
  const parts: Record<string, ReactNode> = { ...components }
  const texts = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value]
    parts[`v${name}`] = value
    return [name, `<v${name}/>`]
  })
  const text = i18n._({ id, ...(message === undefined ? {} : { message }), values: Object.fromEntries(texts) })
  return createElement(Fragment, null, ...fill(text, parts))
}
