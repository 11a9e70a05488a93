import { t } from '@lingui/core/macro'
import { Copy, Share2 } from 'lucide-react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { TextInput } from './form-fields.tsx'
import { toast } from './toast.tsx'

interface OneTimeLinkProps {
  address: string
  /** Of the field. */
  label: string
  /** Of what is shared. */
  title: string
  /** It is a text that contains more than a link. */
  isText?: boolean
}

/** A new link, shown once, to copy or to share. */
export function OneTimeLink({ address, label, title, isText = false }: OneTimeLinkProps) {
  const share = async () => {
    try {
      await navigator.share(isText ? { title, text: address } : { title, url: address })
    } catch {
      // Canceled.
    }
  }
  const copied = (done: boolean) =>
    isText ? (done ? t`Copied the text` : t`Couldn’t copy the text`) : done ? t`Copied the link` : t`Couldn’t copy the link`
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
          onClick={() => void copyText(address).then((done) => toast.done(copied(done)))}
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
