import clsx from 'clsx'
import { Button, type ButtonProps } from '#platform/web/ui/button.tsx'

/** A button that is easy to hit with wet hands: at least 64 px high and wide. */
export const TabletButton = ({ className, ...props }: ButtonProps) => (
  <Button {...props} className={clsx('min-h-16! min-w-16 px-5! text-xl!', className)} />
)
