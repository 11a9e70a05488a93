import { cloneElement, lazy, type MouseEvent, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import type { MenuChoicesProps } from './menu-parts.tsx'

// The positioning code is larger than a page, so it loads when the pointer approaches the first menu.
const parts = () => import('./menu-parts.tsx')
const OpenMenu = lazy(async () => ({ default: (await parts()).OpenMenu }))
const AnyChoices = lazy(async () => ({ default: (await parts()).MenuChoices }))

export const MenuItem = lazy(async () => ({ default: (await parts()).MenuItem }))
export const MenuChoice = lazy(async () => ({ default: (await parts()).MenuChoice }))
export const MenuSeparator = lazy(async () => ({ default: (await parts()).MenuSeparator }))

/** A single choice with a check mark. Children are MenuChoices. */
export function MenuChoices<V extends string>(props: MenuChoicesProps<V>) {
  return <AnyChoices {...(props as MenuChoicesProps<string>)} />
}

interface TriggerProps {
  onClick?: (event: MouseEvent) => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

/** A menu button. `trigger` is the button element; children are MenuItems. */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement<TriggerProps>
  children: ReactNode
  align?: 'start' | 'center' | 'end'
}) {
  const [wanted, setWanted] = useState(false)
  const fetchAhead = () => void parts()
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': wanted,
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
    onClick: () => setWanted(true),
  })
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} align={align}>
        {children}
      </OpenMenu>
    </Suspense>
  )
}
