import type { Role } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { tabletEnded, tabletPaired } from '../../contract/tablets.ts'
import { userNamesOf } from '../store/index.ts'
import { tabletNamesOf } from '../store/tablets.ts'
import type { HistoryHandler } from './history.ts'

type Payload = { userId?: string; pairedId?: string; role?: Role; reason?: 'membership' | 'upgrade' }

function describeRole(who: string, role: Role | undefined): string {
  if (role === 'OWNER') return say`Made ${who} an owner`
  if (role === 'ADMIN') return say`Made ${who} an admin`
  return role === 'VIEWER' ? say`Made ${who} a viewer` : say`Made ${who} a member`
}

export const householdHistory: HistoryHandler = {
  names: [
    contract.householdCreated.name,
    contract.householdChanged.name,
    contract.householdDeleted.name,
    contract.householdRestored.name,
    contract.inviteRefreshed.name,
    contract.memberJoined.name,
    contract.memberChanged.name,
    contract.memberRemoved.name,
    tabletPaired.name,
    tabletEnded.name,
  ],
  async describe(q, householdId, changes) {
    const tablets = await tabletNamesOf(
      q,
      householdId,
      changes.flatMap((change) => (change.payload as Payload).pairedId ?? []),
    )
    const people = await userNamesOf(
      q,
      changes.flatMap((change) => (change.payload as Payload).userId ?? []),
    )
    const sentence = (name: string, { userId, pairedId, role, reason }: Payload, actorId: string | null): string => {
      const who = (userId && people.get(userId)?.firstName) || say`Someone`
      const tablet = tablets.get(pairedId ?? '') ?? ''
      switch (name) {
        case contract.householdCreated.name:
          return say`Created the household`
        case contract.householdChanged.name:
          return say`Changed the household’s settings`
        case contract.householdDeleted.name:
          return say`Deleted the household`
        case contract.householdRestored.name:
          return say`Restored the household`
        case contract.inviteRefreshed.name:
          if (reason === 'upgrade') return say`Replaced the invite code with a longer one`
          return reason === 'membership' ? say`Replaced the invite code` : say`Generated a new invite code`
        case tabletPaired.name:
          return say`Paired the tablet ${tablet}`
        case tabletEnded.name:
          return say`Ended the tablet ${tablet}`
        case contract.memberJoined.name:
          return say`Joined the household`
        case contract.memberChanged.name:
          return describeRole(who, role)
        default:
          return userId === actorId ? say`Left the household` : say`Removed ${who}`
      }
    }
    return new Map(changes.map((change) => [change.seq, sentence(change.name, change.payload as Payload, change.actorId)]))
  },
}
