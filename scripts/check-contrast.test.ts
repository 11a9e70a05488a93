import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '..', 'src/platform/web/ui/tokens.css'), 'utf8')

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** Returns the WCAG 2 contrast ratio, 1 to 21. */
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

function color(name: string, scheme: 'light' | 'dark'): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)
  const hex = found?.[scheme === 'light' ? 1 : 2]
  if (!hex) throw new Error(`no color ${name}`)
  return hex
}

const grounds = ['paper', 'card', 'sunken', 'hover']
const texts: [text: string, ...grounds: string[]][] = [
  ['ink', ...grounds],
  ['ink-soft', ...grounds],
  ['ink-faint', 'paper', 'card', 'sunken'],
  ['herb-ink', ...grounds, 'herb-soft'],
  ['on-herb', 'herb', 'herb-strong'],
  ['on-late', 'late', 'late-strong'],
  ['soon-ink', ...grounds, 'soon-soft'],
  ['late-ink', ...grounds, 'late-soft'],
  ['sky-ink', 'sky-soft', 'card', 'paper'],
  ['plum-ink', 'plum-soft', 'card', 'paper'],
  ['stone-ink', 'stone-soft', 'card', 'paper'],
]

for (const scheme of ['light', 'dark'] as const) {
  test(`every text is readable on each of its backgrounds (${scheme})`, () => {
    const poor = texts.flatMap(([text, ...on]) =>
      on.map((ground) => ({ text, ground, is: contrast(color(text, scheme), color(ground, scheme)) })).filter(({ is }) => is < 4.5),
    )
    expect(poor).toEqual([])
  })
  test(`borders of controls and the focus ring are visible (${scheme})`, () => {
    const poor = ['edge', 'herb', 'late'].flatMap((edge) =>
      ['paper', 'card', 'sunken']
        .map((ground) => ({ edge, ground, is: contrast(color(edge, scheme), color(ground, scheme)) }))
        .filter(({ is }) => is < 3),
    )
    expect(poor).toEqual([])
  })
  test(`parts of a chart are visible on their card (${scheme})`, () => {
    const poor = ['blue', 'green', 'yellow', 'orange', 'purple', 'gray']
      .map((part) => ({ part, is: contrast(color(`chart-${part}`, scheme), color('card', scheme)) }))
      .filter(({ is }) => is < 3)
    expect(poor).toEqual([])
  })
}
