import * as contract from '#domains/imports/contract.ts'
import { formOf } from '../server/requests.ts'
import type { Kitchen, Person } from '../server/test-app.ts'

/** Sends a file as a form to be read as a preview. */
export function sendFile(kitchen: Kitchen, person: Person, file: Buffer | string, field = 'file') {
  const form = formOf(field, Buffer.from(file as string))
  const headers = { ...form.headers, authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' }
  return kitchen.inject({ method: 'POST', url: contract.readFile.path, headers, payload: form.payload })
}

export async function previewOf(kitchen: Kitchen, person: Person, file: Buffer | string): Promise<contract.Import> {
  const answer = await sendFile(kitchen, person, file)
  if (answer.status !== 201) throw new Error(`a preview answered ${answer.status}: ${answer.text}`)
  return answer.body as contract.Import
}

/** An import once the work by the clock is done with it. */
export async function settledImport(kitchen: Kitchen, person: Person, { id }: contract.Import): Promise<contract.Import> {
  await kitchen.larder.jobs.catchUp()
  return person.must(contract.getImport, { params: { importId: id } })
}

export async function bringImport(
  kitchen: Kitchen,
  person: Person,
  made: contract.Import,
  body: { leaveOut?: contract.Kind[]; withoutRefused?: boolean } = {},
): Promise<contract.Import> {
  await person.must(contract.startImport, { params: { importId: made.id }, body: { withoutRefused: true, ...body } })
  return settledImport(kitchen, person, made)
}

export const countIn = ({ counts }: contract.Import, kind: contract.Kind) => counts.find((one) => one.kind === kind)
