import type { Mail } from './mail.ts'

/** Renders a mail as text: first paragraph, link, entries, other paragraphs, unsubscribe link. */
export function renderMailText({ paragraphs, action, entries = [], unsubscribe }: Mail): string {
  const [first = '', ...rest] = paragraphs
  const listed = entries.map(({ title, message }) => `- ${title}\n  ${message}`)
  return `${[
    first,
    ...(action ? [action.url] : []),
    ...(listed.length > 0 ? [listed.join('\n')] : []),
    ...rest,
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []),
  ].join('\n\n')}\n`
}

export function renderMailHtml({ language = 'en', subject, paragraphs, action, entries = [], unsubscribe }: Mail): string {
  const [first = '', ...rest] = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`)
  const link = action
    ? `<p><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>${entries.length > 0 ? '' : `<p>${escapeHtml(action.url)}</p>`}`
    : ''
  const items = entries.map(({ title, message }) => `<li><strong>${escapeHtml(title)}</strong><br>${escapeHtml(message)}</li>`)
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  const stop = unsubscribe ? `<p><small><a href="${escapeHtml(unsubscribe.url)}">${escapeHtml(unsubscribe.label)}</a></small></p>` : ''
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head><body>${[first, link, list, ...rest, stop].join('')}</body></html>`
}

export const mailHeaders = ({ language = 'en', unsubscribe }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  'Content-Language': language,
  ...(unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
})

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
