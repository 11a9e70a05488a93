/** One picture of one screen. */
export interface Picture {
  readonly screen: string
  readonly state: string
  readonly size: string
  readonly look: string
  /** Relative to the sheet. */
  readonly file: string
  /** Findings of axe, the layout check or the page itself. */
  readonly findings: readonly string[]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const figure = ({ state, size, look, file, findings }: Picture) => `<figure${findings.length > 0 ? ' class="found"' : ''}>
<a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt=""></a>
<figcaption>${escaped(`${state} · ${size} · ${look}`)}${findings.length > 0 ? ` · ${findings.length} findings` : ''}</figcaption></figure>`

/** Returns one page with all pictures, a section per screen, and their findings. */
export function contactSheet(pictures: readonly Picture[]): string {
  const sections = [...Map.groupBy(pictures, ({ screen }) => screen)].map(([screen, those]) => {
    const found = [...new Set(those.flatMap(({ findings }) => findings))]
    return `<section id="${escaped(screen)}"><h2>${escaped(screen)}</h2><div>${those.map(figure).join('\n')}</div>
${found.map((line) => `<pre>${escaped(line)}</pre>`).join('\n')}</section>`
  })
  const total = pictures.reduce((sum, { findings }) => sum + findings.length, 0)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Larder, every screen</title>
<style>body{font:14px system-ui;margin:24px;background:#ddd}section div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}
figure{margin:0}img{height:420px;border:1px solid #999;background:#fff}.found img{outline:4px solid #c33}pre{white-space:pre-wrap}</style>
<h1>Every screen: ${pictures.length} pictures, ${total} findings</h1>${sections.join('\n')}</html>
`
}
