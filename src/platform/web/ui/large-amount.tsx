import clsx from 'clsx'

/** A large quantity: the value, a small unit next to it, and the amount as entered below. */
export function LargeAmount({
  value,
  unit,
  canonical,
  className,
}: {
  value: string
  unit: string
  canonical?: string | null
  className?: string
}) {
  // What exceeds whole cans may get its own line: `cans + 5.64 oz`.
  const [, first = '', rest = ''] = /^(.*?)(?: (\+ .*))?$/.exec(unit) ?? []
  return (
    <span className={clsx('inline-flex max-w-full flex-col items-start', className)}>
      <span>
        <span className="whitespace-nowrap">
          <span className="amount">{value}</span> <span className="text-sm text-ink-soft">{first}</span>
        </span>
        {rest === '' ? null : (
          <>
            {' '}
            <span className="text-sm whitespace-nowrap text-ink-soft">{rest}</span>
          </>
        )}
      </span>
      {canonical ? <span className="figures text-xs text-ink-soft">{canonical}</span> : null}
    </span>
  )
}
