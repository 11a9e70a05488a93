import { t } from '@lingui/core/macro'
import { Lightbulb } from 'lucide-react'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'

const tips = [
  t`Hold the package flat and fill most of the frame with the barcode.`,
  t`Daylight works best. Avoid glare on shiny packaging.`,
  t`More than one code? Scan the striped barcode, not the square QR code.`,
  t`A USB or Bluetooth scanner works here too. Just scan; no need to tap a field.`,
]

export function ScanningTips() {
  return (
    <Card>
      <CardHeader title={t`Scanning Tips`} icon={Lightbulb} className="mb-1" />
      <ul className="list-disc space-y-1.5 ps-5 text-ink-soft marker:text-ink-faint">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </Card>
  )
}
