import { saveFile } from '#platform/web/api/save-file.ts'
import type { LabelSheet } from '../../contract.ts'
import { drawLabels } from '../../rules/draw-labels.ts'
import { pagesToPdf } from '../../rules/pages-to-pdf.ts'

/** Saves a PDF of labels, from the place `first` of the first page on. */
export function savePdf({ codes, size, origin }: LabelSheet, first: number): void {
  const pdf = pagesToPdf(drawLabels(codes, size, origin ?? location.origin, first))
  saveFile(new Blob([pdf], { type: 'application/pdf' }), `larder-labels-${size}.pdf`)
}
