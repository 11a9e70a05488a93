import { t } from '@lingui/core/macro'
import { Copy, Share2 } from 'lucide-react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { TextInput } from './form-fields.tsx'
import { toast } from './toast.tsx'

/** A new link, shown once, to copy or to share. `label` is of the field; `title` of what is shared. */
export function OneTimeLink({ address, label, title }: { address: string; label: string; title: string }) {
  const share = async () => {
    try {
      await navigator.share({ title, url: address })
    } catch {
      // Canceled.
    }
  }
  return (
    <div className="space-y-3">
      <TextInput
        label={label}
        hint={t`Copy it now; it’s shown only once.`}
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button
          icon={<Copy aria-hidden="true" className="size-5" />}
          onClick={() => void copyText(address).then((done) => toast.done(done ? t`Copied the link` : t`Couldn’t copy the link`))}
        >
          {t`Copy`}
        </Button>
        {typeof navigator.share === 'function' ? (
          <Button variant="quiet" icon={<Share2 aria-hidden="true" className="size-5" />} onClick={() => void share()}>
            {t({ message: 'Share', context: 'button' })}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
