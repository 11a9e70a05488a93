import { t } from '@lingui/core/macro'
import { CornerDownLeft } from 'lucide-react'

/** The button at the end of a field that adds what is typed. */
export const AddGlyph = () => (
  <button
    type="submit"
    aria-label={t`Add`}
    title={t`Add`}
    className="flex size-11 shrink-0 items-center justify-center rounded-control text-herb-ink hover:bg-hover"
  >
    <CornerDownLeft aria-hidden="true" className="size-5" />
  </button>
)
