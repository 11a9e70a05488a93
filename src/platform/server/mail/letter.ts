import type { Mail } from '../mail.ts'

/** A mail as text: what it says first, its link, its entries, the rest, and how to stop it. */
export function asText({ paragraphs, action, entries = [], unsubscribe }: Mail): string {
  const [first = '', ...rest] = paragraphs
  const listed = entries.map(({ title, message }) => `- ${title}\n  ${message}`)
  return `${[
    first,
    ...(action ? [action.url] : []),
    ...(listed.length > 0 ? [listed.join('\n')] : []),
    ...rest,
    ...(unsubscribe ? [`No more of these mails: ${unsubscribe}`] : []),
  ].join('\n\n')}\n`
}

export function asHtml({ subject, paragraphs, action, entries = [], unsubscribe }: Mail): string {
  const [first = '', ...rest] = paragraphs.map((text) => `<p>${escaped(text)}</p>`)
  const link = action
    ? `<p><a href="${escaped(action.url)}">${escaped(action.label)}</a></p>${entries.length > 0 ? '' : `<p>${escaped(action.url)}</p>`}`
    : ''
  const items = entries.map(({ title, message }) => `<li><strong>${escaped(title)}</strong><br>${escaped(message)}</li>`)
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  const stop = unsubscribe ? `<p><small><a href="${escaped(unsubscribe)}">No more of these mails</a></small></p>` : ''
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(oneLine(subject))}</title></head><body>${[first, link, list, ...rest, stop].join('')}</body></html>`
}

export const headersOf = ({ unsubscribe }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
})

export const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
