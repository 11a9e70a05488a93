import { t } from '@lingui/core/macro'
import { EnlargeablePicture } from '#platform/web/ui/enlargeable-picture.tsx'

/** The photo of a time that a recipe was made. */
export const CookingPhoto = ({ address, day }: { address: string; day: string }) => (
  <EnlargeablePicture address={address} label={t`Photo from ${day}`} size="size-20" />
)
