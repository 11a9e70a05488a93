import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // No rule here reads the style sheets that preloading would load again.
  preload: { assets: ['media'] },
}

/** Returns one line for each offending element, most serious rule first: what is wrong, where, and the help page. */
function listViolations(results: AxeResults): string[] {
  const weight = ['critical', 'serious', 'moderate', 'minor']
  return results.violations
    .toSorted((a, b) => weight.indexOf(a.impact ?? 'minor') - weight.indexOf(b.impact ?? 'minor'))
    .flatMap((rule) =>
      rule.nodes.map((node) => {
        const why = [...node.any, ...node.all, ...node.none].map((check) => check.message).join('; ')
        return `${rule.impact} ${rule.id}: ${rule.help}\n    at ${node.target.join(' ')}\n    ${why}\n    ${node.html.slice(0, 160)}\n    ${rule.helpUrl}`
      }),
    )
}

/** Runs axe on the page. The debugger evaluates its source, so the page's content security policy stays on. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(source)
  const look = async () => listViolations(await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`))
  const first = await look()
  // A page that moves while axe compares colors shows a button on another element's background. What is wrong stays wrong.
  return first.length === 0 ? first : look()
}

/** Throws a readable list if axe finds a violation. `where` names the page in the message. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  const lines = await violationsOf(page)
  if (lines.length > 0) throw new Error(`${where} is not accessible (${lines.length}):\n\n${lines.join('\n\n')}\n`)
}
