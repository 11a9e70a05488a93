import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signIn } from '#tests/support/browser/render.tsx'
import { endSession, setActiveHousehold, startSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/form-fields.tsx'
import { keepDrafts, maxDraftLength, readDraft, removeDraft, useDraftText, writeDraft } from './drafts.ts'
import { RestoredDraft } from './restored-draft.tsx'
import { useForm } from './use-form.ts'

beforeEach(() => signIn())

describe('drafts', () => {
  test('are kept under their name, for the household they were typed in', () => {
    writeDraft('item', 'flour')
    writeDraft('recipe', 'soup')
    setActiveHousehold('22222222-2222-4222-8222-222222222222')
    expect(readDraft('item')).toBeUndefined()
    signIn()
    expect([readDraft('item'), readDraft('recipe')]).toEqual(['flour', 'soup'])
    removeDraft('item')
    expect([readDraft('item'), readDraft('recipe')]).toEqual([undefined, 'soup'])
  })

  test('are deleted at sign-out, and never read by another session', () => {
    writeDraft('item', 'flour')
    startSession('another.token', true)
    expect(readDraft('item')).toBeUndefined()
    signIn()
    expect(readDraft('item')).toBe('flour')
    endSession()
    signIn()
    expect(readDraft('item')).toBeUndefined()
  })

  test('aren’t written after sign-out', () => {
    endSession()
    writeDraft('item', 'flour')
    expect(localStorage.getItem('larder.drafts')).toBeNull()
  })

  test('end with the membership in their household', () => {
    const left = '22222222-2222-4222-8222-222222222222'
    writeDraft('item', 'flour')
    setActiveHousehold(left)
    writeDraft('item', 'salt')
    keepDrafts((household) => household !== left)
    expect(readDraft('item')).toBeUndefined()
    signIn()
    expect(readDraft('item')).toBe('flour')
  })

  test('last a week, also on the device', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      writeDraft('item', 'flour')
      vi.setSystemTime(Date.now() + 6 * 86_400_000)
      expect(readDraft('item')).toBe('flour')
      vi.setSystemTime(Date.now() + 86_400_000)
      expect(readDraft('item')).toBeUndefined()
      expect(localStorage.getItem('larder.drafts')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('make room for newer ones, and aren’t kept if they are too long', () => {
    for (let n = 0; n < 25; n++) writeDraft(`recipe ${n}`, 'soup')
    expect([readDraft('recipe 4'), readDraft('recipe 5')]).toEqual([undefined, 'soup'])
    for (let n = 0; n < 4; n++) writeDraft(`long ${n}`, 'x'.repeat(maxDraftLength - 2))
    expect([0, 1, 2, 3].map((n) => readDraft(`long ${n}`) !== undefined)).toEqual([false, false, true, true])
    writeDraft('long 3', 'x'.repeat(maxDraftLength))
    expect(readDraft('long 3')).toBeUndefined()
  })
})

interface Jar {
  version: number
  name: string
  tags: string
}
const jar: Jar = { version: 1, name: 'Honey', tags: 'sweet' }
const fieldsOf = (row: Jar | null) => ({ name: row?.name ?? '', tags: row?.tags ?? '' })

type Save = (version: number | undefined, fields: object, showSaved: (row: Jar) => void) => Promise<void>

function JarForm({ row = null, save }: { row?: Jar | null; save?: Save }) {
  const form = useForm<Jar | null, ReturnType<typeof fieldsOf>>({ row, fieldsOf, draft: 'jar' })
  return (
    <form
      onSubmit={form.submit(
        (fields, { known }) => save?.(known?.version, fields, form.showSaved),
        () => 'Failed to save',
      )}
    >
      <RestoredDraft form={form} />
      {form.failure}
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Tags" {...form.field('tags')} />
      <button type="submit">Save</button>
    </form>
  )
}

const typed = () => ['Name', 'Tags'].map((label) => (screen.getByLabelText(label) as HTMLInputElement).value)
const type = (label: string, text: string) => fireEvent.input(screen.getByLabelText(label), { target: { value: text } })
/** The page goes to the background. */
const hide = () => document.dispatchEvent(new Event('visibilitychange'))
const notice = () => screen.queryByText('What you typed last time is still here.')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a form', () => {
  test('shows what was typed before its page was closed, until it is discarded', async () => {
    const page = render(<JarForm />)
    expect(notice()).toBeNull()
    type('Name', 'Jam')
    page.unmount()
    const again = render(<JarForm />)
    expect(typed()).toEqual(['Jam', ''])
    expect(notice()).not.toBeNull()
    await press('Start over')
    expect(typed()).toEqual(['', ''])
    again.unmount()
    render(<JarForm />)
    expect([typed(), notice()]).toEqual([['', ''], null])
  })

  test('stores what is typed before the page goes, and nothing that was typed back', () => {
    render(<JarForm />)
    type('Name', 'Jam')
    hide()
    expect(readDraft('jar')).toEqual({ row: null, values: { name: 'Jam', tags: '' } })
    type('Name', '')
    hide()
    expect(readDraft('jar')).toBeUndefined()
  })

  test('keeps nothing of what was saved, but what was refused', async () => {
    const seen: unknown[] = []
    const save = async () => {
      seen.push(readDraft('jar'))
      if (seen.length === 1) throw new Error('no')
    }
    const page = render(<JarForm save={save} />)
    type('Name', 'Jam')
    hide()
    await press('Save')
    await screen.findByText('Failed to save')
    expect(readDraft('jar')).toMatchObject({ values: { name: 'Jam' } })
    await press('Save')
    await vi.waitFor(() => expect(seen).toHaveLength(2))
    expect([...seen, readDraft('jar')]).toEqual([undefined, undefined, undefined])
    page.unmount()
    expect(readDraft('jar')).toBeUndefined()
  })

  test('no longer says that it was restored once it is saved', async () => {
    const restore = (save: Save) => {
      writeDraft('jar', { row: jar, values: { name: 'Jam', tags: 'sweet' } })
      const page = render(<JarForm row={jar} save={save} />)
      expect(notice()).not.toBeNull()
      return page
    }
    const page = restore(async () => {})
    await press('Save')
    await vi.waitFor(() => expect(notice()).toBeNull())
    page.unmount()

    // Such as a recipe whose photo is refused.
    restore(async (_version, _fields, showSaved) => {
      showSaved({ ...jar, version: 2, name: 'Jam' })
      throw new Error('no')
    })
    await press('Save')
    await screen.findByText('Failed to save')
    expect(notice()).toBeNull()
  })

  test('keeps nothing after sign-out, also if a request fails then', async () => {
    let fail = () => {}
    const saving = new Promise<void>((_, reject) => {
      fail = () => reject(new Error('no'))
    })
    const saved = vi.fn(() => saving)
    const page = render(<JarForm save={saved} />)
    type('Name', 'Jam')
    await press('Save')
    await vi.waitFor(() => expect(saved).toHaveBeenCalled())
    type('Tags', 'red')
    endSession()
    page.unmount()
    expect(localStorage.getItem('larder.drafts')).toBeNull()
    fail()
    // The form awaits it, too, and earlier.
    await saving.catch(() => {})
    expect(localStorage.getItem('larder.drafts')).toBeNull()
  })

  test('shows what others changed meanwhile, and is based on the old version if they changed the same field', async () => {
    const saved: unknown[] = []
    const save = async (version: number | undefined, fields: object) => void saved.push([version, fields])
    const page = render(<JarForm row={jar} />)
    type('Name', 'Acacia honey')
    page.unmount()
    const other = render(<JarForm row={{ ...jar, version: 2, tags: 'sweet, gift' }} save={save} />)
    expect(typed()).toEqual(['Acacia honey', 'sweet, gift'])
    other.unmount()
    render(<JarForm row={{ ...jar, version: 3, name: 'Forest honey' }} save={save} />)
    expect(typed()).toEqual(['Acacia honey', 'sweet'])
    await press('Save')
    await vi.waitFor(() => expect(saved).toHaveLength(1))
    expect(saved).toEqual([[1, { name: 'Acacia honey', tags: 'sweet' }]])
  })

  test('forgets what was typed into another form of that name', () => {
    writeDraft('jar', { row: null, values: { label: 'Jam' } })
    render(<JarForm />)
    expect([typed(), notice()]).toEqual([['', ''], null])
  })

  describe('in a dialog', () => {
    const dialog = (open: boolean, onOpenChange = (_isOpen: boolean) => {}) => (
      <Dialog open={open} onOpenChange={onOpenChange} title="Jar">
        {open ? <JarForm /> : null}
      </Dialog>
    )

    test('discards what was typed once that is confirmed', async () => {
      const closed = vi.fn()
      const page = render(dialog(true, closed))
      await screen.findByLabelText('Name')
      type('Name', 'Jam')
      hide()
      await press('Close')
      await screen.findByText('Discard your changes?')
      expect([closed.mock.calls, readDraft('jar')]).toEqual([[], expect.anything()])
      await press('Discard changes')
      expect([closed.mock.calls, readDraft('jar')]).toEqual([[[false]], undefined])
      page.rerender(dialog(false, closed))
      expect(readDraft('jar')).toBeUndefined()
    })

    test('keeps what was typed if the page leaves without asking', async () => {
      const page = render(dialog(true))
      await screen.findByLabelText('Name')
      type('Name', 'Jam')
      page.unmount()
      expect(readDraft('jar')).toMatchObject({ values: { name: 'Jam' } })
    })
  })
})

function Line() {
  const [text, setText] = useDraftText('line')
  return <input aria-label="Line" value={text} onChange={(event) => setText(event.target.value)} />
}

test('a line of text is kept until it is empty', () => {
  const line = () => screen.getByLabelText<HTMLInputElement>('Line')
  const page = render(<Line />)
  fireEvent.change(line(), { target: { value: '2 leeks' } })
  page.unmount()
  render(<Line />)
  expect(line().value).toBe('2 leeks')
  fireEvent.change(line(), { target: { value: '' } })
  expect(readDraft('line')).toBeUndefined()
})
