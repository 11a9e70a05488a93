import type { Role } from '#platform/contract/roles.ts'
import * as contract from '../../contract.ts'
import { namesOf } from '../store.ts'
import type { Story } from './history.ts'

type Payload = { userId?: string; role?: Role }

/** What the household's own changes say of themselves. */
export const householdStory: Story = {
  names: [
    contract.householdCreated.name,
    contract.householdChanged.name,
    contract.inviteRefreshed.name,
    contract.memberJoined.name,
    contract.memberChanged.name,
    contract.memberRemoved.name,
  ],
  async tell(q, _householdId, changes) {
    const people = await namesOf(
      q,
      changes.flatMap((change) => (change.payload as Payload).userId ?? []),
    )
    const sentence = (name: string, { userId, role }: Payload, actorId: string | null): string => {
      const who = (userId && people.get(userId)?.firstName) || 'Somebody'
      switch (name) {
        case contract.householdCreated.name:
          return 'Started the household'
        case contract.householdChanged.name:
          return 'Changed the household’s settings'
        case contract.inviteRefreshed.name:
          return 'Made a new invite code'
        case contract.memberJoined.name:
          return 'Joined the household'
        case contract.memberChanged.name:
          return `Made ${who} ${role?.toLowerCase()}`
        default:
          return userId === actorId ? 'Left the household' : `Removed ${who}`
      }
    }
    return new Map(changes.map((change) => [change.seq, sentence(change.name, change.payload as Payload, change.actorId)]))
  },
}
