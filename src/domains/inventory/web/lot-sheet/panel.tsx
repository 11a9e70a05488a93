import { Trans } from '@lingui/react/macro'
import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { StickyFormButtons } from '#platform/web/ui/sticky-form-buttons.tsx'

/** A form in a sheet, with buttons that stay visible while the rest scrolls. */
export function Panel({
  children,
  onSubmit,
  onBack,
  doIt,
  danger = false,
  busy = false,
}: {
  children: ReactNode
  onSubmit: FormEventHandler
  onBack: () => void
  doIt: string
  danger?: boolean
  busy?: boolean
}) {
  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      {children}
      <StickyFormButtons>
        <Button variant="quiet" onClick={onBack} className="max-sm:flex-1">
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} className="max-sm:flex-[2]">
          {doIt}
        </Button>
      </StickyFormButtons>
    </form>
  )
}
