import { t } from '@lingui/core/macro'
import { Lightbulb } from 'lucide-react'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'

const tips = [
  t`Hold the pack flat and let the code fill most of the picture.`,
  t`Daylight reads best. Turn away from lamps that glare on foil.`,
  t`More than one code on the pack? Picture the striped one, not the square.`,
  t`A hand scanner works on this page: just scan, no field needed.`,
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
