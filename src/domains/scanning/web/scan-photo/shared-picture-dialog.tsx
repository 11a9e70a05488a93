import { t } from '@lingui/core/macro'
import { Barcode, Camera, ReceiptText } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'

export type SharedPictureKind = 'barcode' | 'photo' | 'receipt'

/** Asks what a picture shows that another app shared. */
export function SharedPictureDialog({
  open,
  onChoose,
  onClose,
}: {
  open: boolean
  onChoose: (kind: SharedPictureKind) => void
  onClose: () => void
}) {
  const choices = [
    { kind: 'receipt', icon: ReceiptText, label: t`A receipt` },
    { kind: 'barcode', icon: Barcode, label: t`A barcode` },
    { kind: 'photo', icon: Camera, label: t`A product` },
  ] as const
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onClose()} title={t`What does the picture show?`} size="small">
      <div className="space-y-2">
        {choices.map(({ kind, icon: Icon, label }) => (
          <Button
            key={kind}
            variant="quiet"
            className="w-full"
            icon={<Icon aria-hidden="true" className="size-5" />}
            onClick={() => onChoose(kind)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
