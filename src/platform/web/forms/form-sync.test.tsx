import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useFieldArray, useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { useFormSync } from './form-sync.ts'
import '#tests/support/browser/longer-waits.ts'

interface Jar {
  version: number
  name: string
  quantity: string
  unit: string
  codes: string[]
}
interface JarFields {
  name: string
  quantity: string
  unit: string
  codes: { code: string }[]
}
const first: Jar = { version: 1, name: 'Honey', quantity: '2', unit: 'kg', codes: ['11', '22'] }
const fieldsOf = ({ name, quantity, unit, codes }: Jar): JarFields => ({ name, quantity, unit, codes: codes.map((code) => ({ code })) })

/** The version and the changed fields that the form would send. */
let told = ''

function Form({ jar }: { jar: Jar }) {
  const form = useForm<JarFields>({ defaultValues: fieldsOf(jar) })
  const { known, changed, follow } = useFormSync(jar, form, fieldsOf, [['quantity', 'unit']])
  const codes = useFieldArray({ control: form.control, name: 'codes' })
  return (
    <form>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Quantity" {...form.register('quantity')} />
      <input aria-label="Unit" {...form.register('unit')} />
      {codes.fields.map(({ id }, at) => (
        <p key={id}>
          <input aria-label={`Code ${at + 1}`} {...form.register(`codes.${at}.code`)} />
          <button type="button" onClick={() => codes.remove(at)}>
            Remove {at + 1}
          </button>
        </p>
      ))}
      <button type="button" onClick={() => codes.append({ code: '' })}>
        Another
      </button>
      <button type="button" onClick={() => follow(jar)}>
        Go on
      </button>
      <button
        type="button"
        onClick={() => {
          told = `${known.version}: ${changed().join(' ')}`
        }}
      >
        What?
      </button>
    </form>
  )
}

afterEach(cleanup)

function open() {
  const { rerender } = render(<Form jar={first} />)
  return { arrives: (part: Partial<Jar>, version = 2) => rerender(<Form jar={{ ...first, ...part, version }} />) }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const codes = () => screen.queryAllByLabelText<HTMLInputElement>(/^Code/).map(({ value }) => value)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function wouldSend() {
  await press('What?')
  return told
}
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label))
  await userEvent.type(field(label), text)
}

test('shows others’ changes in untouched fields and does not send them', async () => {
  const { arrives } = open()
  await retype('Name', 'Blossom honey')
  arrives({ quantity: '3', codes: ['11', '22', '33'] })
  expect([field('Name').value, field('Quantity').value, codes()]).toEqual(['Blossom honey', '3', ['11', '22', '33']])
  expect(await wouldSend()).toBe('2: name')
})

test('keeps removed rows removed and added rows added when other fields change', async () => {
  const { arrives } = open()
  await press('Remove 1')
  await press('Another')
  await userEvent.type(field('Code 2'), '44')
  arrives({ quantity: '3' })
  expect([codes(), field('Quantity').value]).toEqual([['22', '44'], '3'])
  arrives({ quantity: '4' }, 3)
  expect(codes()).toEqual(['22', '44'])
  await press('Remove 1')
  expect(await wouldSend()).toBe('3: codes')
})

test('rejects overwriting a list that others changed, until the person has seen the change', async () => {
  const { arrives } = open()
  await press('Remove 2')
  arrives({ codes: ['11', '22', '33'] })
  expect([codes(), await wouldSend()]).toEqual([['11'], '1: codes'])
  await press('Go on')
  expect([codes(), await wouldSend()]).toEqual([['11'], '2: codes'])
})

test('treats an amount and its unit as edited together', async () => {
  const { arrives } = open()
  await retype('Quantity', '5')
  arrives({ unit: 'g', name: 'Acacia honey' })
  expect([field('Name').value, field('Quantity').value, field('Unit').value]).toEqual(['Acacia honey', '5', 'kg'])
  expect(await wouldSend()).toBe('1: quantity unit')
})

test('updates a focused field only after it loses focus', async () => {
  const { arrives } = open()
  await userEvent.click(field('Quantity'))
  arrives({ quantity: '3' })
  expect(field('Quantity').value).toBe('2')
  await userEvent.click(field('Name'))
  expect(field('Quantity').value).toBe('3')
  expect(await wouldSend()).toBe('2: ')
})

test('keeps what is typed into a field with a pending update, and rejects overwriting it', async () => {
  const { arrives } = open()
  await userEvent.click(field('Quantity'))
  arrives({ quantity: '3' })
  await retype('Quantity', '7')
  act(() => field('Quantity').blur())
  expect([field('Quantity').value, await wouldSend()]).toEqual(['7', '1: quantity'])
})

test('follows the row again after an edit is reverted', async () => {
  const { arrives } = open()
  await retype('Name', 'Jam')
  await retype('Name', 'Honey')
  act(() => field('Name').blur())
  arrives({ name: 'Acacia honey' })
  expect([field('Name').value, await wouldSend()]).toEqual(['Acacia honey', '2: '])
})

interface Sounds {
  alarm: { isOn: boolean; tone: string }
  days: string[]
}
const sounds: Sounds = { alarm: { isOn: true, tone: 'bell' }, days: ['mon', 'tue'] }

function Settings({ row }: { row: Sounds }) {
  const form = useForm<Sounds>({ defaultValues: row })
  const { applyTo } = useFormSync(row, form, (now) => now)
  return (
    <>
      <input aria-label="On" type="checkbox" {...form.register('alarm.isOn')} />
      <input aria-label="Tone" {...form.register('alarm.tone')} />
      <button
        type="button"
        onClick={() => {
          told = JSON.stringify(applyTo({ alarm: { isOn: true, tone: 'gong' }, days: ['sun'] }))
        }}
      >
        What?
      </button>
    </>
  )
}

test('follows settings without a version, and applies the edits to newer ones', async () => {
  const { rerender } = render(<Settings row={sounds} />)
  await userEvent.click(field('On'))
  rerender(<Settings row={{ ...sounds, alarm: { isOn: true, tone: 'chime' } }} />)
  act(() => field('On').blur())
  expect([field('On').checked, field('Tone').value]).toEqual([false, 'chime'])
  expect(JSON.parse(await wouldSend())).toEqual({ alarm: { isOn: false, tone: 'gong' }, days: ['sun'] })
})
