import { t } from '@lingui/core/macro'
import type { LabelSizeName } from '../../contract.ts'

/** What the sizes are called. */
export const sizeNames: Readonly<Record<LabelSizeName, string>> = {
  'a4-24': t`A4, 24 labels of 70 × 37 mm`,
  'a4-40': t`A4, 40 labels of 52.5 × 29.7 mm`,
  'a4-65': t`A4, 65 labels of 38.1 × 21.2 mm`,
  'letter-30': t`US Letter, 30 labels of 2 5/8 × 1 in`,
  'roll-62x29': t`Label printer, 62 × 29 mm`,
  'roll-57x32': t`Label printer, 57 × 32 mm`,
  'roll-50x30': t`Label printer, 50 × 30 mm`,
}
