import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../api/call.ts'
import { TextInput } from '../ui/form-fields.tsx'
import { pickChanged, readFields, useForm } from './use-form.ts'

interface Jar {
  version: number
  name: string
  tags: string
}
const jar: Jar = { version: 1, name: 'Honey', tags: 'sweet' }
const fieldsOf = ({ name, tags }: Jar) => ({ name, tags })
const resolver = readFields((fields: ReturnType<typeof fieldsOf>) =>
  fields.name === '' ? { wrong: { name: 'Enter a name.' } } : { sent: { name: fields.name, tags: fields.tags.split(',') } },
)

function Form({ save }: { save: (sent: object) => Promise<void> }) {
  const { register, errors, failure, submit } = useForm({ row: jar, fieldsOf, resolver })
  return (
    <form
      onSubmit={submit(
        (values, { changed }) => save(pickChanged(values, changed)),
        () => 'Failed to save',
      )}
    >
      {failure}
      <TextInput label="Name" error={errors.name?.message} {...register('name')} />
      <TextInput label="Tags" error={errors.tags?.message} {...register('tags')} />
      <button type="submit">Save</button>
    </form>
  )
}
afterEach(cleanup)

const press = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('sends what was changed, once it is valid', async () => {
  const sent: object[] = []
  render(<Form save={async (part) => void sent.push(part)} />)
  await userEvent.clear(screen.getByLabelText('Name'))
  await press()
  await screen.findByText('Enter a name.')
  await userEvent.type(screen.getByLabelText('Name'), 'Jam')
  await press()
  expect(sent).toEqual([{ name: 'Jam' }])
})

test('shows the server’s errors at their fields, also those of a list that is typed as text', async () => {
  const fields = [{ path: 'tags.0', message: 'Too long.' }]
  const problem = { type: 'about:blank', title: '', status: 422, code: 'invalid', detail: 'Check the fields.', requestId: '', fields }
  render(<Form save={() => Promise.reject(new ApiError(422, 'invalid', '', problem))} />)
  await press()
  await screen.findByText('Too long.')
  await screen.findByText('Check the fields.')
  const invalid = ['Name', 'Tags'].map((label) => screen.getByLabelText(label).getAttribute('aria-invalid'))
  expect(invalid).toEqual([null, 'true'])
})
