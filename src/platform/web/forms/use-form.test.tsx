import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showPage } from '#tests/support/browser/render.tsx'
import { ApiError } from '../api/call.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/form-fields.tsx'
import { createFormResolver, pickChanged, useForm } from './use-form.ts'

interface Jar {
  version: number
  name: string
  tags: string
}
const jar: Jar = { version: 1, name: 'Honey', tags: 'sweet' }
const fieldsOf = ({ name, tags }: Jar) => ({ name, tags })
const resolver = createFormResolver((fields: ReturnType<typeof fieldsOf>) =>
  fields.name === '' ? { wrong: { name: 'Enter a name.' } } : { sent: { name: fields.name, tags: fields.tags.split(',') } },
)

function Form({ save, onClose = () => {} }: { save: (sent: object) => Promise<void>; onClose?: () => void }) {
  const { field, failure, leave, submit } = useForm({ row: jar, fieldsOf, resolver, onClose })
  return (
    <form
      onSubmit={submit(
        (values, { changed }) => save(pickChanged(values, changed)),
        () => 'Failed to save',
      )}
    >
      {failure}
      <TextInput label="Name" {...field('name')} />
      <TextInput label="Tags" {...field('tags')} />
      <button type="submit">Save</button>
      <button type="button" onClick={leave}>
        Cancel
      </button>
    </form>
  )
}

const press = (name = 'Save') => userEvent.click(screen.getByRole('button', { name }))
const rejection = (detail: string, ...fields: { path: string; message: string }[]) =>
  new ApiError(422, 'invalid', '', { type: 'about:blank', title: '', status: 422, code: 'invalid', detail, requestId: '', fields })

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
  render(<Form save={() => Promise.reject(rejection('Check the fields.', { path: 'tags.0', message: 'Too long.' }))} />)
  await press()
  await screen.findByText('Too long.')
  await screen.findByText('Check the fields.')
  const invalid = ['Name', 'Tags'].map((label) => screen.getByLabelText(label).getAttribute('aria-invalid'))
  expect(invalid).toEqual([null, 'true'])
})

test('says an error once if a field says it, and above the form if the form has no such field', async () => {
  let path = 'name'
  render(<Form save={() => Promise.reject(rejection('That name is taken.', { path, message: 'That name is taken.' }))} />)
  await press()
  await screen.findByText('That name is taken.')
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  path = 'shelf'
  await press()
  await waitFor(() => expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull())
  await screen.findByText('That name is taken.')
})

test('sends once if it is submitted again before the response', async () => {
  const responses: (() => void)[] = []
  render(<Form save={() => new Promise((resolve) => responses.push(resolve))} />)
  const form = screen.getByLabelText('Name').closest('form') as HTMLFormElement
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(responses).toHaveLength(1))
  fireEvent.submit(form)
  responses[0]?.()
  await waitFor(() => {
    fireEvent.submit(form)
    expect(responses).toHaveLength(2)
  })
})

function OpenForm({ onClose }: { onClose: (by: string) => void }) {
  return (
    <Dialog open onOpenChange={() => onClose('dialog')} title="Jar">
      <Form save={async () => {}} onClose={() => onClose('form')} />
    </Dialog>
  )
}

test('asks before a dialog with unsaved input closes, and closes what was asked to close', async () => {
  const closed: string[] = []
  await showPage(() => <OpenForm onClose={(by) => closed.push(by)} />)
  await screen.findByLabelText('Name')
  await press('Close')
  await press('Cancel')
  expect(closed).toEqual(['dialog', 'form'])
  await userEvent.type(screen.getByLabelText('Name'), '!')
  await press('Cancel')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(closed).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Honey!')
  await press('Cancel')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(closed).toEqual(['dialog', 'form', 'form'])
})

function OuterForm({ onSent }: { onSent: (by: string) => void }) {
  const { submit } = useForm({ row: jar, fieldsOf })
  const save = submit(
    () => onSent('outer'),
    () => 'Failed to save',
  )
  return (
    <form aria-label="Outer" onSubmit={save}>
      <ConfirmDialog open onOpenChange={() => {}} title="Remove?" confirmLabel="Remove" onConfirm={() => onSent('confirmed')} />
      <Dialog open onOpenChange={() => {}} title="Another">
        <Form save={async () => onSent('inner')} />
      </Dialog>
    </form>
  )
}

test('isn’t sent by a confirmation or another form that is shown in it', async () => {
  const sent: string[] = []
  await showPage(() => <OuterForm onSent={(by) => sent.push(by)} />)
  const submit = async (button: string) => fireEvent.submit((await screen.findByText(button)).closest('form') as HTMLFormElement)
  await submit('Remove')
  await submit('Save')
  await waitFor(() => expect(sent).toEqual(['confirmed', 'inner']))
  fireEvent.submit(screen.getByRole('form', { name: 'Outer', hidden: true }))
  await waitFor(() => expect(sent).toEqual(['confirmed', 'inner', 'outer']))
})
