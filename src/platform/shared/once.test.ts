import { expect, test, vi } from 'vitest'
import { once } from './once.ts'

test('loads at the first call and returns the same value from then on', () => {
  const load = vi.fn((name: string) => ({ name }))
  const get = once(load)
  expect(load).not.toHaveBeenCalled()
  expect(get('Rice')).toEqual({ name: 'Rice' })
  expect(get('Milk')).toBe(get('Rice'))
  expect(load).toHaveBeenCalledTimes(1)
})

test('keeps undefined', () => {
  const load = vi.fn(() => undefined)
  const get = once(load)
  get()
  get()
  expect(load).toHaveBeenCalledTimes(1)
})

test('concurrent callers share a promise', async () => {
  const load = vi.fn(async () => 'Rice')
  const get = once(load)
  expect(get()).toBe(get())
  expect(await get()).toBe('Rice')
  expect(load).toHaveBeenCalledTimes(1)
})

test('loads again after an error', () => {
  const load = vi
    .fn(() => 'Rice')
    .mockImplementationOnce(() => {
      throw new Error('gone')
    })
  const get = once(load)
  expect(get).toThrow('gone')
  expect(get()).toBe('Rice')
})

test('loads again after a rejected promise', async () => {
  const load = vi.fn(async () => 'Rice').mockRejectedValueOnce(new Error('gone'))
  const get = once(load)
  await expect(get()).rejects.toThrow('gone')
  expect(await get()).toBe('Rice')
})
