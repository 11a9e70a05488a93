import { describe, expect, it } from 'vitest'
import { labelSizeNames } from '../contract.ts'
import { drawLabels } from './draw-labels.ts'
import { labelSizes, labelsPerPage } from './label-size.ts'
import { pagesToPdf } from './pages-to-pdf.ts'

const origin = 'https://larder.example'
const codes = (count: number) => Array.from({ length: count }, (_, at) => `ACDEFGH${'ACDEFGHJKM'[at % 10]}`)

describe('printed labels', () => {
  it.each(labelSizeNames)('fit their pages and leave light around the code (%s)', (name) => {
    const { page, label, columns } = labelSizes[name]
    const [drawn] = drawLabels(codes(labelsPerPage(name)), name, origin)
    expect(drawn?.codes).toHaveLength(labelsPerPage(name))
    for (const { left, top, module, runs } of drawn?.codes ?? []) {
      const side = Math.max(...runs.map(({ y }) => y + 1)) * module
      expect(module).toBeGreaterThan(0.5)
      expect(left - 4 * module).toBeGreaterThanOrEqual(0)
      expect(top - 4 * module).toBeGreaterThanOrEqual(0)
      expect(left + side).toBeLessThan(page.width)
      expect(top + side + 4 * module).toBeLessThanOrEqual(page.height)
    }
    for (const [at, { x, text, size }] of (drawn?.texts ?? []).entries()) {
      const { left, gap } = { left: labelSizes[name].margin.left, gap: labelSizes[name].gap.x }
      const start = left + (at % columns) * (label.width + gap)
      expect(x + text.length * size * 0.6).toBeLessThanOrEqual(start + label.width)
      expect(size).toBeGreaterThan(2)
    }
  })

  it('start at a free place of a sheet and go on with the next', () => {
    const [first, second] = drawLabels(codes(3), 'a4-24', origin, 23)
    expect([first?.texts.length, second?.texts.length]).toEqual([2, 1])
    expect(first?.codes[0]?.left).toBeGreaterThan(70)
  })

  it('make a PDF whose table of objects leads to each of them', () => {
    const text = new TextDecoder('latin1').decode(pagesToPdf(drawLabels(codes(30), 'a4-24', origin)))
    const [, table = ''] = /startxref\n(\d+)/.exec(text) ?? []
    const entries = text.slice(Number(table)).match(/\d{10} 00000 n /g) ?? []
    expect(entries).toHaveLength(3 + 2 * 2)
    for (const [at, entry] of entries.entries()) expect(text.slice(Number(entry.slice(0, 10)))).toMatch(new RegExp(`^${at + 1} 0 obj`))
    expect(text).toContain('(ACDE-FGHA) Tj')
  })
})
