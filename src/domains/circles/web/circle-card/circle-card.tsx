import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Globe, House, Lock, MailCheck, MailX, PackageSearch, UserPlus } from 'lucide-react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { Circle } from '../../contract.ts'

const maxAvatars = 5

export function CircleCard({
  circle,
  onInvite,
  onSettings,
  onBorrow,
}: {
  circle: Circle
  onInvite: () => void
  onSettings: () => void
  onBorrow: () => void
}) {
  const { members, asks, _count } = circle
  const more = members.length - maxAvatars
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="display text-xl break-words">{circle.name}</h2>
        <p className="mt-0.5 text-sm text-ink-soft">{plural(_count.members, { one: '# member', other: '# members' })}</p>
      </div>
      {circle.description ? <p className="break-words text-ink-soft">{circle.description}</p> : null}
      <div className="flex flex-wrap gap-2">
        {asks.length > 0 ? (
          <Badge tone="soon" icon={UserPlus}>
            {plural(asks.length, { one: '# asks to join', other: '# ask to join' })}
          </Badge>
        ) : null}
        <Badge icon={circle.isPublic ? Globe : Lock}>{circle.isPublic ? t`Public` : t`Private`}</Badge>
        <Badge icon={circle.allowInvites ? MailCheck : MailX}>{circle.allowInvites ? t`Invites allowed` : t`Invites disabled`}</Badge>
        <Badge tone={_count.householdLinks > 0 ? 'herb' : 'stone'} icon={House} className="[&]:whitespace-normal">
          {plural(_count.householdLinks, { one: '# linked household', other: '# linked households' })}
        </Badge>
      </div>
      <div className="flex items-center">
        <ul aria-label={t`Members`} className="flex -space-x-2">
          {members.slice(0, maxAvatars).map((member) => (
            <li key={member.id} className="rounded-full border-2 border-card" title={fullName(member.user)}>
              <Avatar firstName={member.user.firstName} lastName={member.user.lastName} />
              <span className="sr-only">{fullName(member.user)}</span>
            </li>
          ))}
        </ul>
        {more > 0 ? <span className="figures ms-2 text-sm font-semibold text-ink-soft">+{more}</span> : null}
      </div>
      <div className="mt-auto flex flex-wrap gap-2 border-t border-line pt-4">
        <Button className="basis-full" icon={<PackageSearch aria-hidden="true" className="size-5" />} onClick={onBorrow}>
          <Trans>Borrow Items</Trans>
        </Button>
        {/* Without icons, so that the labels fit when three cards share a row. */}
        <Button variant="quiet" onClick={onInvite} className="flex-auto px-1!">
          <Trans>Invite members</Trans>
        </Button>
        <Button variant="quiet" onClick={onSettings} className="flex-auto px-1!">
          <Trans>Settings</Trans>
        </Button>
      </div>
    </Card>
  )
}
