import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Tag } from 'lucide-react'
import { buttonClass } from '#platform/web/ui/button.tsx'

/** A code was read, and nobody knows it: asked once, remembered for the household. */
export function NameIt({ code }: { code: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-sunken px-4 py-3">
      <p className="min-w-0">
        <span className="figures font-semibold">{code}</span>
        <span className="block text-sm text-ink-soft">
          <Trans>We don't know this code yet: name it once and we'll remember.</Trans>
        </span>
      </p>
      <Link to="/inventory/add" search={{ barcode: code }} className={buttonClass('primary', 'max-sm:w-full')}>
        <Tag aria-hidden="true" className="size-4.5" />
        <Trans>Name it</Trans>
      </Link>
    </div>
  )
}
