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
  return (
    <span className={clsx('inline-flex flex-col items-start', className)}>
      <span className="whitespace-nowrap">
        <span className="amount">{value}</span> <span className="text-sm text-ink-soft">{unit}</span>
      </span>
      {canonical ? <span className="figures text-xs text-ink-soft">{canonical}</span> : null}
    </span>
  )
}
