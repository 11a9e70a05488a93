import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Tag } from 'lucide-react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import type { ScanResult } from '../../contract/index.ts'
import { linkToAdding } from '../api.ts'

/** Returns true if a user can name the result: it has a code or a photo to learn from. */
export const canBeNamed = ({ barcode, scanId }: ScanResult): boolean => barcode !== null || scanId !== null

/** Offers to name what wasn't recognized; the household remembers it. */
export function NameIt({ result }: { result: ScanResult }) {
  const { barcode, alternatives } = result
  const linkTo = (name?: string) => linkToAdding(result, name === undefined ? {} : { name, edit: 'name' })
  return (
    <div className="space-y-3 rounded-control border border-line bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-56">
          {barcode ? <span className="figures font-semibold">{barcode}</span> : null}
          <span className="block text-sm text-ink-soft">
            {barcode
              ? t`We don’t recognize this barcode yet. Name it once and we’ll remember it.`
              : t`We don’t recognize this. Name it once and we’ll recognize it next time.`}
          </span>
        </p>
        <Link {...linkTo()} className={buttonClass('primary', 'max-sm:w-full')}>
          <Tag aria-hidden="true" className="size-4.5" />
          <Trans>Name this product</Trans>
        </Link>
      </div>
      {alternatives.length > 0 ? (
        <div>
          <p className="mb-2 text-sm font-semibold">
            <Trans>Or choose one of these</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            {alternatives.map(({ id, name }) => (
              <Link
                key={`${id} ${name}`}
                {...(id === null ? linkTo(name) : linkToAdding({ ...result, ingredient: { id, name } }))}
                className={buttonClass('quiet')}
              >
                {name}
              </Link>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}
