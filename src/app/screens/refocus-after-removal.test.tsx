import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refocusAfterRemoval } from './refocus-after-removal.ts'
import '#tests/support/browser/longer-waits.ts'

let stop = () => {}
beforeEach(() => {
  document.body.innerHTML = '<main tabindex="-1"></main>'
})
afterEach(() => {
  stop()
  history.replaceState(null, '', '/')
})

const ingredients = ['Apples', 'Butter', 'Cheese']

function Shelf({ onUse = () => {} }: { onUse?: () => void }) {
  const [left, setLeft] = useState(ingredients)
  const [asked, setAsked] = useState<string | null>(null)
  const use = (ingredient: string) => {
    onUse()
    setLeft(left.filter((one) => one !== ingredient))
  }
  return (
    <>
      <button type="button">Filter</button>
      <ul>
        {left.map((ingredient) => (
          <li key={ingredient}>
            <a href={`#${ingredient}`}>{ingredient}</a>
            <button type="button" onClick={() => use(ingredient)}>
              Use {ingredient}
            </button>
            <button type="button" onClick={() => setAsked(ingredient)}>
              Throw {ingredient} away
            </button>
          </li>
        ))}
      </ul>
      {asked ? (
        <div role="dialog">
          <button type="button" onClick={() => use(asked)}>
            Yes
          </button>
          <button type="button" onClick={() => setAsked(null)}>
            Close
          </button>
        </div>
      ) : null}
    </>
  )
}

function show(onUse?: () => void) {
  const main = document.querySelector('main') as HTMLElement
  render(<Shelf {...(onUse ? { onUse } : {})} />, { container: main })
  stop = refocusAfterRemoval(main)
  return { main, user: userEvent.setup() }
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
}
const focused = () => document.activeElement?.textContent
const waited = () => new Promise((resolve) => setTimeout(resolve, 150))

it('focuses the start of the next row when the focused row is removed', async () => {
  const { user } = show()
  await press(user, 'Use Apples')
  await vi.waitFor(() => expect(focused()).toBe('Butter'))
  await press(user, 'Use Butter')
  await vi.waitFor(() => expect(focused()).toBe('Cheese'))
})

it('focuses the previous row when the last is removed, and the nearest element when none is left', async () => {
  const { main, user } = show()
  await press(user, 'Use Cheese')
  await vi.waitFor(() => expect(focused()).toBe('Butter'))
  await press(user, 'Use Butter')
  await vi.waitFor(() => expect(focused()).toBe('Apples'))
  await press(user, 'Use Apples')
  await vi.waitFor(() => expect(document.activeElement).toBe(main))
})

it('focuses the next row after a dialog closes over a removed row', async () => {
  const { user } = show()
  await press(user, 'Throw Apples away')
  await press(user, 'Yes')
  await waited()
  expect(focused()).toBe('Yes')
  await press(user, 'Close')
  await vi.waitFor(() => expect(focused()).toBe('Butter'))
})

it('leaves the focus where another part has set it', async () => {
  const { user } = show(() => setTimeout(() => screen.getByRole('button', { name: 'Filter' }).focus()))
  await press(user, 'Use Apples')
  await waited()
  expect(focused()).toBe('Filter')
})

it('does not move the focus for touch users', async () => {
  const { user } = show()
  await press(user, 'Throw Apples away')
  await press(user, 'Close')
  await user.click(screen.getByRole('button', { name: 'Use Apples' }))
  await waited()
  expect(document.activeElement).toBe(document.body)
})

it('does not move the focus after a click on the background', async () => {
  const { user } = show()
  const apples = screen.getByRole('button', { name: 'Use Apples' })
  await user.keyboard('x')
  apples.focus()
  apples.blur()
  await Promise.resolve()
  apples.click()
  await waited()
  expect(document.activeElement).toBe(document.body)
})

it('does not move the focus after navigation', async () => {
  const { user } = show()
  await press(user, 'Use Butter')
  history.replaceState(null, '', '/plan')
  await waited()
  expect(document.activeElement).toBe(document.body)
})
