import { getAvatar, putAvatar } from '#domains/account/contract/profile.ts'
import { listSessions } from '#domains/account/contract/security.ts'
import { getMe } from '#domains/account/contract.ts'
import type { Kitchen, Person } from './kitchen.ts'
import { openSession } from './people.ts'
import { wireOf } from './requests.ts'

/** The id of a second session of somebody. */
export async function otherSession(kitchen: Kitchen, { userId }: Person): Promise<string> {
  const headers = { authorization: `Bearer ${await openSession(kitchen.larder.database, userId)}` }
  const { body } = await kitchen.inject({ method: 'GET', url: listSessions.path, headers })
  const here = (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent)
  if (!here) throw new Error('a session that does not know itself')
  return here.id
}

/** Gives somebody a picture; answers its id. */
export async function newPicture(kitchen: Kitchen, person: Person): Promise<string> {
  const nothing = { params: {}, query: {}, body: undefined }
  await kitchen.inject(wireOf(putAvatar, nothing, { authorization: `Bearer ${person.token}` }))
  const { avatar } = await person.must(getMe)
  return avatar?.slice(getAvatar.path.lastIndexOf('/') + 1) ?? ''
}
