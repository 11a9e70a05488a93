import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'

/** A field for a typed code; a hardware scanner may type here as well. */
export function CodeField({ busy, onCode }: { busy: boolean; onCode: (code: string) => void }) {
  const [code, setCode] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const digits = code.replace(/[\s-]/g, '')
  const isValid = /^\d{6,14}$/.test(digits)
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (!isValid || busy) return
        onCode(digits)
        setCode('')
        setSubmitted(false)
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
        error={isSubmitted && !isValid ? t`A barcode has 8, 12, 13 or 14 digits.` : undefined}
        className="flex-1"
      />
      <Button type="submit" variant="quiet" busy={busy} icon={<Search aria-hidden="true" className="size-4.5" />} className="mt-7">
        <Trans>Look up</Trans>
      </Button>
    </form>
  )
}
