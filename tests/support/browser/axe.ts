import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA and axe's own best practices. */
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // No rule of these sets reads the style sheets it would load once more.
  preload: { assets: ['media'] },
}

/** One line per offending element, most serious rule first: what is wrong, where, and the page that explains it. */
export function listViolations(results: AxeResults): string[] {
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

/**
 * Runs axe on the page as it stands; one readable finding per offending element. The page's own content security policy stays on: the
 * source is evaluated by the debugger, not added to the page as a script.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(source)
  return listViolations(await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`))
}

/**
 * Throws a readable list when axe finds something on the page.
 * @param where what the page is, for the message
 */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  const lines = await violationsOf(page)
  if (lines.length > 0) throw new Error(`${where} is not accessible (${lines.length}):\n\n${lines.join('\n\n')}\n`)
}
