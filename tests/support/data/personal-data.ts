import { randomUUID } from 'node:crypto'
import { getMe } from '#domains/account/contract/index.ts'
import { getAvatar, putAvatar } from '#domains/account/contract/profile.ts'
import { listSessions } from '#domains/account/contract/sessions-and-credentials.ts'
import {
  createAppPassword,
  createCalendarLink,
  createToken,
  listAppPasswords,
  removeToken,
} from '#domains/households/contract/access-tokens.ts'
import { startPairing } from '#domains/households/contract/tablets.ts'
import { addMessageTarget } from '#domains/notifications/contract/index.ts'
import { createWebhook, removeWebhook, testWebhook } from '#domains/settings/contract.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { httpRequestOf } from '../server/requests.ts'
import type { Person, TestApp } from '../server/test-app.ts'
import { openSession } from './accounts.ts'
import { previewFile } from './import-files.ts'

/** Creates a second session of a person and returns its id. */
export async function createOtherSession(testApp: TestApp, { userId }: Person): Promise<string> {
  const headers = { authorization: `Bearer ${await openSession(testApp.server.database, userId)}` }
  const { body } = await testApp.inject({ method: 'GET', url: listSessions.path, headers })
  const here = (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent)
  if (!here) throw new Error('no session is marked as the current one')
  return here.id
}

/** Uploads an avatar and returns its id. */
export async function addAvatar(testApp: TestApp, person: Person): Promise<string> {
  const nothing = { params: {}, query: {}, body: undefined }
  await testApp.inject(httpRequestOf(putAvatar, nothing, { authorization: `Bearer ${person.token}` }))
  const { avatar } = await person.must(getMe)
  return avatar?.slice(getAvatar.path.lastIndexOf('/') + 1) ?? ''
}

/** Creates a passkey that no device has, and returns its id. */
export async function createPasskey(testApp: TestApp, { userId }: Person): Promise<string> {
  const [id, key] = [randomUUID(), randomUUID()]
  const { database } = testApp.server
  await database.write({ user: userId as UserId }, 'a passkey', (tx) =>
    tx.rows(
      `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, userId, 'Phone', key, key, 0, 'singleDevice', 0, new Date().toISOString()],
    ),
  )
  return id
}

/** Uploads an import preview with this ingredient and returns its id. */
export async function createPreview(testApp: TestApp, person: Person, household: string, ingredient: string): Promise<string> {
  return (await previewFile(testApp, { ...person, home: household }, `name,quantity,location\n${ingredient},2,\n`)).id
}

/** Creates an access token and a calendar link for a household; returns the token's id. */
export async function createKeys(person: Person, household: string): Promise<string> {
  const params = { id: household }
  await person.must(createCalendarLink, { params })
  if ((await person.must(listAppPasswords, { params })).length === 0)
    await person.must(createAppPassword, { params, body: { name: 'Phone' } })
  return (await person.must(createToken, { params, body: { name: 'Kitchen display', scope: 'read' } })).id
}

/** Asks for the code that a new tablet shows, as a tablet does. */
export async function startTabletPairing(testApp: TestApp): Promise<ReplyOf<typeof startPairing>> {
  const { status, body, text } = await testApp.inject({ method: startPairing.method, url: startPairing.path })
  if (status !== 201) throw new Error(`a pairing answered ${status}: ${text}`)
  return body as ReplyOf<typeof startPairing>
}

export const removeKeys = (person: Person, household: string, tokenId: string) =>
  person.must(removeToken, { params: { id: household, tokenId } })

/** Adds a message target at an unreachable address and returns its id. */
export const createMessageTarget = async (person: Person, name: string): Promise<string> =>
  (
    await person.must(addMessageTarget, {
      body: { name, to: { kind: 'ntfy', server: 'http://127.0.0.1:9', topic: 'none', token: 'none' } },
    })
  ).id

/** Creates a webhook to an unreachable address, with one delivery in its log. Returns its id. */
export async function createHook(person: Person, household: string): Promise<string> {
  const params = { id: household }
  const { id } = await person.must(createWebhook, { params, body: { url: 'https://127.0.0.1:9/unreachable' } })
  await person.must(testWebhook, { params: { ...params, webhookId: id } })
  return id
}

export const removeHook = (person: Person, household: string, webhookId: string) =>
  person.must(removeWebhook, { params: { id: household, webhookId } })
