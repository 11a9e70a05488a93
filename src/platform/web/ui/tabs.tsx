import { Tabs as Base } from '@base-ui/react/tabs'
import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface TabItem<V extends string> {
  value: V
  label: ReactNode
  icon?: LucideIcon
  panel: ReactNode
}

/** Tabs with panels; inactive panels are not rendered. */
export function Tabs<V extends string>({
  label,
  items,
  value,
  onChange,
  wraps = false,
}: {
  label: string
  /** Wraps long labels on a phone, so that all tabs are visible. */
  wraps?: boolean
  items: readonly TabItem<V>[]
  value: V
  onChange: (value: V) => void
}) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
        {items.map(({ value: tab, label: words, icon: Icon }) => (
          <Base.Tab
            key={tab}
            value={tab}
            className={clsx(
              'flex min-h-11 items-center gap-2 rounded-t-tile px-3 text-base font-semibold text-ink-soft outline-offset-[-3px] hover:text-ink data-[active]:text-herb-ink',
              wraps
                ? 'max-sm:flex-1 max-sm:justify-center max-sm:px-2 max-sm:py-1.5 max-sm:leading-tight sm:whitespace-nowrap'
                : 'whitespace-nowrap',
            )}
          >
            {Icon ? <Icon aria-hidden="true" className="size-4.5" /> : null}
            {words}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 start-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-herb transition-[translate,width] duration-150" />
      </Base.List>
      {items.map(({ value: tab, panel }) => (
        <Base.Panel key={tab} value={tab} className="pt-3 outline-offset-4 sm:pt-5">
          {panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
