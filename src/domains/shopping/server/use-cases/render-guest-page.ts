import { createHash } from 'node:crypto'
import { RawResponse } from '#platform/server/endpoints/serialize.ts'
import { currentLanguage } from '#platform/server/i18n/current-language.ts'
import { escapeHtml } from '#platform/server/outbox/mailer.ts'
import { messageLocale, say } from '#platform/shared/say.ts'
import { unitLabel } from '#platform/shared/unit-display.ts'
import { countUnits, massUnits, type Unit, volumeUnits } from '#platform/shared/units.ts'

const style = `:root{color-scheme:light dark;--ink:#22301f;--soft:#5c6656;--paper:#fbf8f2;--card:#fff;--line:#ddd6c8;--field:#8a8f80;--accent:#2f5d34;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e9e6dc;--soft:#a9ae9f;--paper:#181c16;--card:#21261e;--line:#3a4036;--field:#7c8274;--accent:#9cc79a;--on:#12180f}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.4 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1rem 1rem 4rem}h1{font:700 1.75rem/1.2 Georgia,serif;margin:.5rem 0 0}
h2{font-size:.9375rem;font-weight:600;color:var(--soft);margin:1.25rem 0 .25rem}p{margin:.25rem 0}.soft{color:var(--soft)}
form{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.5rem;margin:1rem 0;padding:.75rem;background:var(--card);border:1px solid var(--line);border-radius:1rem}
form>:first-child,form>:last-child{grid-column:1/-1}label{display:block;font-size:.875rem;color:var(--soft);min-width:0}
input[type=text],select{display:block;width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;font-size:1rem;color:var(--ink);background:var(--paper);border:1px solid var(--field);border-radius:.75rem}
button{min-height:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;color:var(--on);background:var(--accent);border:0;border-radius:.75rem;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ul{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden}li+li{border-top:1px solid var(--line)}
li label{display:flex;gap:.75rem;align-items:center;min-height:3rem;padding:.5rem .75rem;font-size:1.0625rem;color:var(--ink);cursor:pointer}
li input{flex:none;width:1.5rem;height:1.5rem;accent-color:var(--accent)}li .name{flex:1;min-width:0;overflow-wrap:anywhere}li .note{display:block;font-size:.875rem;color:var(--soft);white-space:pre-line}
li .amount{flex:none;max-width:40%;color:var(--soft);font-variant-numeric:tabular-nums}li.checked .name,li.checked .amount{text-decoration:line-through;color:var(--soft)}
[role=status]:not(:empty){padding:.75rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}[hidden]{display:none!important}`
const styleHash = createHash('sha256').update(style).digest('base64')
/** Runs this server's own script only, which talks to this server only. */
const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const units: readonly Unit[] = [...countUnits, ...massUnits, ...volumeUnits]

/** Returns the page of every guest link. It contains nothing of a list: its script asks for the rows, and shows when the link has ended. */
export function renderGuestPage(): RawResponse {
  const title = say`Shopping list`
  const texts = {
    locale: messageLocale(),
    title,
    checked: say`Checked off`,
    empty: say`Nothing on the list`,
    ended: say`This link no longer works.`,
    until: say`You can use this list until ${'{time}'}.`,
    offline: say`No connection. Trying again…`,
    failed: say`That didn’t work. Try again.`,
    badQuantity: say`Enter a quantity like 2 or 0.5.`,
    tooMany: say`Too many requests. Wait a moment.`,
    added: say`Added ${'{name}'}`,
  }
  const options = units.map((unit) => `<option value="${unit}">${escapeHtml(unitLabel(unit))}</option>`).join('')
  const label = (text: string, field: string) => `<label>${escapeHtml(text)}${field}</label>`
  const html = [
    `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<style>${style}</style></head><body><main><h1 id="title">${escapeHtml(title)}</h1><p class="soft" id="until"></p><p role="status" id="status"></p>`,
    `<form id="add" hidden>${label(say`Name`, '<input type="text" name="name" required maxlength="120" autocomplete="off" enterkeyhint="done">')}`,
    label(say`Quantity`, '<input type="text" name="quantity" inputmode="decimal" autocomplete="off" maxlength="12">'),
    label(say`Unit`, `<select name="unit">${options}</select>`),
    `<button>${escapeHtml(say`Add`)}</button></form><div id="rows"></div>`,
    `<noscript><p>${escapeHtml(say`This page needs JavaScript.`)}</p></noscript></main>`,
    `<script type="application/json" id="texts">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>`,
    '<script src="/guest-list.js" defer></script></body></html>',
  ].join('')
  return new RawResponse(html, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
}
