import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#platform/web/device.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

/** The codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const icon = 'size-4.5'
  return (
    <div className="space-y-4">
      <Notice tone="soon">Keep these codes where you find them without your phone. They are shown only now, and each works once.</Notice>
      <ul
        aria-label="Recovery codes"
        className="figures grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDone}>I have kept them</Button>
        <Button
          variant="quiet"
          icon={copied ? <Check aria-hidden="true" className={icon} /> : <Copy aria-hidden="true" className={icon} />}
          onClick={() => void copyText(codes.join('\n')).then(setCopied)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}
