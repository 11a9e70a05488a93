import * as contract from '#domains/imports/contract.ts'
import { formOf } from '../server/requests.ts'
import type { Person, TestApp } from '../server/test-app.ts'

/** Uploads a file for an import preview. */
export function uploadFile(testApp: TestApp, person: Person, file: Buffer | string, field = 'file') {
  const form = formOf(field, Buffer.from(file as string))
  const headers = { ...form.headers, authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' }
  return testApp.inject({ method: 'POST', url: contract.previewFile.path, headers, payload: form.payload })
}

export async function previewFile(testApp: TestApp, person: Person, file: Buffer | string): Promise<contract.Import> {
  const answer = await uploadFile(testApp, person, file)
  if (answer.status !== 201) throw new Error(`a preview answered ${answer.status}: ${answer.text}`)
  return answer.body as contract.Import
}

/** Returns the import after its scheduled job has run. */
export async function settleImport(testApp: TestApp, person: Person, { id }: contract.Import): Promise<contract.Import> {
  await testApp.server.jobs.catchUp()
  return person.must(contract.getImport, { params: { importId: id } })
}

export async function runImport(
  testApp: TestApp,
  person: Person,
  made: contract.Import,
  body: { leaveOut?: contract.ImportRowKind[]; include?: contract.AskedKind[]; withoutRefused?: boolean } = {},
): Promise<contract.Import> {
  await person.must(contract.startImport, { params: { importId: made.id }, body: { withoutRefused: true, ...body } })
  return settleImport(testApp, person, made)
}

export const countIn = ({ counts }: contract.Import, kind: contract.ImportRowKind) => counts.find((one) => one.kind === kind)
