import { appendFileSync } from 'node:fs'

/** One measured figure; `target` is its target in words. */
export interface Figure {
  what: string
  value: number
  unit?: string
  target?: { atLeast?: number; atMost?: number }
}

const shown = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))

/** Returns whether a figure reaches its target. Without a target it does; an unmeasured figure (NaN) doesn't. */
export const reached = ({ value, target }: Figure): boolean =>
  target === undefined || ((target.atLeast ?? -Infinity) <= value && value <= (target.atMost ?? Infinity))

/** Prints figures as a table, also to the file named by `BENCH_FIGURES`. Sets the exit code to 1 if a target was missed. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const all = process.env['BENCH_FIGURES']
  if (all !== undefined) appendFileSync(all, `${JSON.stringify({ title, figures })}\n`)
  if (!figures.every(reached)) process.exitCode = 1
  console.log(`\n${title}`)
  const width = Math.max(...figures.map(({ what }) => what.length))
  for (const figure of figures) {
    const { what, value, unit = '', target } = figure
    const wanted =
      target?.atLeast !== undefined ? `at least ${target.atLeast}` : target?.atMost !== undefined ? `at most ${target.atMost}` : ''
    console.log(
      `  ${what.padEnd(width)}  ${shown(value).padStart(8)} ${unit.padEnd(4)} ${wanted && `${reached(figure) ? '✓' : '✗'} ${wanted}`}`.trimEnd(),
    )
  }
}
