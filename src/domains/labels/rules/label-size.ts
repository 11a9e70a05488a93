import type { LabelSizeName } from '../contract.ts'

/** Where the labels of a page are, in millimeters. */
export interface LabelSize {
  page: { width: number; height: number }
  columns: number
  rows: number
  label: { width: number; height: number }
  /** The page's left and top edge to the first label. */
  margin: { left: number; top: number }
  /** Between labels. */
  gap: { x: number; y: number }
}

const a4 = { width: 210, height: 297 }
const letter = { width: 215.9, height: 279.4 }
const noGap = { x: 0, y: 0 }

/** One label for each page, as label printers print. */
const roll = (width: number, height: number): LabelSize => ({
  page: { width, height },
  columns: 1,
  rows: 1,
  label: { width, height },
  margin: { left: 0, top: 0 },
  gap: noGap,
})

export const labelSizes: Readonly<Record<LabelSizeName, LabelSize>> = {
  'a4-24': { page: a4, columns: 3, rows: 8, label: { width: 70, height: 37 }, margin: { left: 0, top: 0.5 }, gap: noGap },
  'a4-40': { page: a4, columns: 4, rows: 10, label: { width: 52.5, height: 29.7 }, margin: { left: 0, top: 0 }, gap: noGap },
  'a4-65': {
    page: a4,
    columns: 5,
    rows: 13,
    label: { width: 38.1, height: 21.2 },
    margin: { left: 4.75, top: 10.7 },
    gap: { x: 2.5, y: 0 },
  },
  'letter-30': {
    page: letter,
    columns: 3,
    rows: 10,
    label: { width: 66.675, height: 25.4 },
    margin: { left: 4.7625, top: 12.7 },
    gap: { x: 3.175, y: 0 },
  },
  'roll-62x29': roll(62, 29),
  'roll-57x32': roll(57, 32),
  'roll-50x30': roll(50, 30),
}

export const labelsPerPage = (size: LabelSizeName): number => labelSizes[size].columns * labelSizes[size].rows
