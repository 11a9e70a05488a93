import { Menu as Base } from '@base-ui/react/menu'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

export interface OpenMenuProps {
  trigger: ReactElement
  children: ReactNode
  align: 'start' | 'center' | 'end'
}

/**
 * Returns the portal container: the open dialog, because everything outside it is inert, or the main content, where screen readers find
 * it.
 */
const menuContainer = (): HTMLElement =>
  document.querySelector<HTMLElement>('[role=dialog][data-open]') ?? document.getElementById('main') ?? document.body

/** Opens immediately, because it loads when its button is tapped. */
export function OpenMenu({ trigger, children, align }: OpenMenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal container={menuContainer()}>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-56 overflow-y-auto rounded-card border border-edge/60 bg-card p-1.5 outline-none transition-opacity duration-100 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  icon?: ReactNode
  children: ReactNode
  onSelect?: () => void
  danger?: boolean
  disabled?: boolean
  /** A link element, if the item navigates. */
  render?: ReactElement
}

export interface MenuChoicesProps<V extends string> {
  value: V | null
  onChoose(value: V): void
  children: ReactNode
}

const itemClass =
  'flex min-h-11 items-center gap-3 rounded-tile px-3 py-1.5 text-base outline-none select-none data-[disabled]:opacity-50 [&_svg]:size-5 [&_svg]:shrink-0'

export function MenuItem({ icon, children, onSelect, danger = false, disabled = false, render }: MenuItemProps) {
  return (
    <Base.Item
      {...(render ? { render } : {})}
      {...(onSelect ? { onClick: onSelect } : {})}
      disabled={disabled}
      className={clsx(
        itemClass,
        'no-underline',
        danger ? 'text-late-ink data-[highlighted]:bg-late-soft' : 'text-ink data-[highlighted]:bg-hover',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </Base.Item>
  )
}

export function MenuChoices({ value, onChoose, children }: MenuChoicesProps<string>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChoose}>
      {children}
    </Base.RadioGroup>
  )
}
export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.RadioItem value={value} closeOnClick className={clsx(itemClass, 'text-ink data-[highlighted]:bg-hover')}>
      <span className="min-w-0 flex-1">{children}</span>
      <Base.RadioItemIndicator className="text-herb-ink">
        <Check aria-hidden="true" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  )
}

export const MenuSeparator = () => <Base.Separator className="mx-2 my-1.5 h-px bg-line" />
