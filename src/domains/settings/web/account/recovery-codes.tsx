import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#platform/web/session/device.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

/** Shows the codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const icon = 'size-4.5'
  return (
    <div className="space-y-4">
      <Notice tone="soon">
        <Trans>Save these codes somewhere you can reach without your phone. They’re shown only once, and each works once.</Trans>
      </Notice>
      <ul
        aria-label={t`Recovery codes`}
        className="figures grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDone}>
          <Trans>I’ve saved them</Trans>
        </Button>
        <Button
          variant="quiet"
          icon={copied ? <Check aria-hidden="true" className={icon} /> : <Copy aria-hidden="true" className={icon} />}
          onClick={() => void copyText(codes.join('\n')).then(setCopied)}
        >
          {copied ? t`Copied` : t`Copy`}
        </Button>
      </div>
    </div>
  )
}
