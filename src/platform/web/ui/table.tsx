import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** A table that scrolls sideways by itself when the page is narrow. `label` names it. */
export function Table({ label, className, children, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto outline-offset-[-2px]">
      <table {...rest} aria-label={label} className={clsx('w-full border-collapse text-left text-base', className)}>
        {children}
      </table>
    </section>
  )
}

export function Th({
  className,
  numeric = false,
  sorted,
  onSort,
  children,
  ...rest
}: ComponentProps<'th'> & { numeric?: boolean; sorted?: 'asc' | 'desc' | undefined; onSort?: () => void; children?: ReactNode }) {
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
      className={clsx(
        'h-11 border-b border-line px-4 text-sm font-semibold whitespace-nowrap text-ink-soft',
        numeric && 'text-right',
        className,
      )}
    >
      {onSort ? (
        <button type="button" onClick={onSort} className="inline-flex min-h-11 items-center gap-1 hover:text-ink">
          {children}
          {sorted ? <Arrow aria-hidden="true" className="size-4" /> : null}
        </button>
      ) : (
        children
      )}
    </th>
  )
}

export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={clsx('border-b border-line last:border-b-0 [tbody>&]:hover:bg-hover/60', className)} />
}

export function Td({ className, numeric = false, ...rest }: ComponentProps<'td'> & { numeric?: boolean }) {
  return <td {...rest} className={clsx('px-4 py-3 align-middle', numeric && 'figures text-right', className)} />
}
