import { t } from '@lingui/core/macro'
import { Copy } from 'lucide-react'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

/** A long text with a button, labeled `copy`, that copies it. */
export function CopyLine({ label, copy, text }: { label: string; copy: string; text: string }) {
  const take = async () => {
    if (await copyText(text)) toast.done(t`Copied.`)
    else toast.fail(t`Couldn’t copy. Select the text and copy it manually.`)
  }
  return (
    <div>
      <p className="text-sm font-semibold text-ink-soft">{label}</p>
      <div className="flex items-center gap-1 rounded-control bg-sunken ps-3">
        <code className="min-w-0 flex-1 py-2 font-mono text-sm break-all select-all">{text}</code>
        <IconButton label={copy} icon={<Copy aria-hidden="true" />} onClick={() => void take()} />
      </div>
    </div>
  )
}
