import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'

/** A code typed from the pack; a hardware scanner types here as well. */
export function CodeField({ busy, onCode }: { busy: boolean; onCode: (code: string) => void }) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const digits = code.replace(/[\s-]/g, '')
  const right = /^\d{6,14}$/.test(digits)
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!right || busy) return
        onCode(digits)
        setCode('')
        setTried(false)
      }}
    >
      <TextInput
        label={t`Barcode number`}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t`e.g. 4006381333931`}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={tried && !right ? t`A barcode has 8, 12, 13 or 14 digits.` : undefined}
        className="flex-1"
      />
      <Button type="submit" variant="quiet" busy={busy} icon={<Search aria-hidden="true" className="size-4.5" />} className="mt-7">
        <Trans>Look up</Trans>
      </Button>
    </form>
  )
}
