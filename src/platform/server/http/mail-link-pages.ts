import { RawResponse } from '../endpoints/serialize.ts'
import { currentLanguage } from '../i18n/current-language.ts'
import { escapeHtml } from '../outbox/mailer.ts'

/** A page that a mailed link opens. It needs no script, so it works in any mail program's browser. */
interface Message {
  title: string
  text: string
}

const page = (title: string, content: string) =>
  `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Larder</title></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`

export const messagePage = ({ title, text }: Message): string => page(title, paragraph(text))

/** Returns a page with one button that sends a POST to `action`, so that opening the link changes nothing. */
export const buttonPage = ({ title, text, action, button }: Message & { action: string; button: string }): string =>
  page(title, `${paragraph(text)}<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(button)}</button></form>`)

export const htmlPage = (html: string): RawResponse => new RawResponse(html, { 'Content-Type': 'text/html; charset=utf-8' })
