import clsx from 'clsx'

/** A decorative spinner; show text next to it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={clsx('turn size-[1.125rem] shrink-0', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
    >
      <circle cx="10" cy="10" r="7.5" opacity="0.25" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
    </svg>
  )
}

/** A progress bar from 0 to `max`. */
export function Progress({
  label,
  value,
  max = 100,
  tone = 'herb',
}: {
  label: string
  value: number
  max?: number
  tone?: 'herb' | 'soon' | 'late'
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={clsx('h-full rounded-full transition-[width] duration-200', { herb: 'bg-herb', soon: 'bg-soon', late: 'bg-late' }[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
