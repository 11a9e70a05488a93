import clsx from 'clsx'

/** The logo: a lidded jar with a sage leaf in it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('shrink-0', className ?? 'size-8')}>
      <rect x="8" y="2.5" width="16" height="5" rx="2" fill="var(--soon)" />
      <path d="M9.5 9h13c.5 2.2 4 3.4 4 7v9a4.5 4.5 0 0 1-4.5 4.5H10A4.5 4.5 0 0 1 5.5 25v-9c0-3.6 3.5-4.8 4-7Z" fill="var(--herb)" />
      <path d="M16 26.5V19" stroke="var(--on-herb)" strokeWidth="1.6" strokeLinecap="round" />
      <path d="M16 21.5c-4.4-.4-6-3.200-5.700-6.800 3.900.3 6 2.800 5.700 6.800Z" fill="var(--on-herb)" />
      <path d="M16 19.500c.200-3.300 2-5.200 5.400-5.400.2 3.400-1.800 5.300-5.400 5.400Z" fill="var(--on-herb)" />
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2', className)}>
      <LogoMark />
      <span className="display text-[min(1.5rem,6.5vw)] leading-none">Larder</span>
    </span>
  )
}
