import { savedInvitePath } from '#domains/households/web/households/invite-link.ts'
import { takeOpenedLabel } from '#domains/labels/web/entry/printed-address.ts'
import { takeTabletLink } from '#domains/tablets/web/api/saved-pairing-link.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'

/** Opens what led to signing in: an invite, the code of a tablet or a label. The code and the label are forgotten in any case: the next sign-in may be another person's. */
export function enterSignedInApp(): void {
  const code = takeOpenedLabel()
  const tablet = takeTabletLink()
  const to = savedInvitePath() ?? tablet
  if (code !== null && to === null) navigate({ to: '/l', search: { code } })
  else navigate({ to: to ?? '/' })
}
