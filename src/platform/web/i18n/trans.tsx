import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import type { Message } from '#platform/shared/format-message.ts'
import { i18n } from './language.ts'

const tag = /<(\w+)>([\s\S]*?)<\/\1>|<(\w+)\/>/

/** The text with its elements where the tags `<0>…</0>` and `<1/>` stand. */
function fill(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode[] {
  const match = tag.exec(text)
  if (!match) return text === '' ? [] : [text]
  const [whole, paired, inside = '', alone] = match
  const part = parts[paired ?? alone ?? '']
  const shown = isElement(part) && paired !== undefined ? cloneElement(part, {}, ...fill(inside, parts)) : part
  return [text.slice(0, match.index), shown, ...fill(text.slice(match.index + whole.length), parts)]
}

const isElement = (part: ReactNode): part is ReactElement => typeof part === 'object' && part !== null && 'props' in part

/** A text with parts of its own (links, figures in bold); what the macro of that name leaves behind. No provider: see `language.ts`. */
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
  // A value that is an element takes its place as a tag.
  const parts: Record<string, ReactNode> = { ...components }
  const texts = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value]
    parts[`v${name}`] = value
    return [name, `<v${name}/>`]
  })
  const text = i18n._({ id, ...(message === undefined ? {} : { message }), values: Object.fromEntries(texts) })
  return createElement(Fragment, null, ...fill(text, parts))
}
