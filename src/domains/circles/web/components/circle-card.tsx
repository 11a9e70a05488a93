import { Globe, House, Lock, MailCheck, MailX, PackageSearch, UserPlus } from 'lucide-react'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { Circle } from '../../contract.ts'

const mostAvatars = 5
const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`
const fullName = ({ user }: Circle['members'][number]) => `${user.firstName} ${user.lastName}`.trim()

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
  const more = members.length - mostAvatars
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="display text-xl break-words">{circle.name}</h2>
        <p className="mt-0.5 text-sm text-ink-soft">{count(_count.members, 'member')}</p>
      </div>
      {circle.description ? <p className="break-words text-ink-soft">{circle.description}</p> : null}
      <div className="flex flex-wrap gap-2">
        {asks.length > 0 ? <Badge tone="soon" icon={UserPlus}>{`${count(asks.length, 'asks', 'ask')} to join`}</Badge> : null}
        <Badge icon={circle.isPublic ? Globe : Lock}>{circle.isPublic ? 'Public' : 'Private'}</Badge>
        <Badge icon={circle.allowInvites ? MailCheck : MailX}>{circle.allowInvites ? 'Invites allowed' : 'Invites disabled'}</Badge>
        <Badge tone={_count.householdLinks > 0 ? 'herb' : 'stone'} icon={House}>
          {count(_count.householdLinks, 'linked household')}
        </Badge>
      </div>
      <div className="flex items-center">
        <ul aria-label="Members" className="flex -space-x-2">
          {members.slice(0, mostAvatars).map((member) => (
            <li key={member.id} className="rounded-full border-2 border-card" title={fullName(member)}>
              <Avatar firstName={member.user.firstName} lastName={member.user.lastName} />
              <span className="sr-only">{fullName(member)}</span>
            </li>
          ))}
        </ul>
        {more > 0 ? <span className="figures ml-2 text-sm font-semibold text-ink-soft">+{more}</span> : null}
      </div>
      <div className="mt-auto grid grid-cols-2 gap-2 border-t border-line pt-4">
        <Button className="col-span-2" icon={<PackageSearch aria-hidden="true" className="size-5" />} onClick={onBorrow}>
          Borrow Items
        </Button>
        {/* Words only: three cards beside each other leave no room for more. */}
        <Button variant="quiet" onClick={onInvite} className="px-1! whitespace-nowrap">
          Invite members
        </Button>
        <Button variant="quiet" onClick={onSettings} className="px-1!">
          Settings
        </Button>
      </div>
    </Card>
  )
}
