import clsx from 'clsx'

/** A big tabular quantity: `1.5` large, `lb` small beside it, what it was entered as below. */
export function Amount({
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
