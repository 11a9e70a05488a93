import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, enter, leave, localState, onSignOut, openHousehold, tabState, watchSession } from './session.ts'

afterEach(() => {
  leave()
  localStorage.clear()
  sessionStorage.clear()
})

test('stores a remembered token on the device and others for the tab', () => {
  enter('a', true)
  expect(Object.values(localStorage)).toContain('a')
  enter('b', false)
  expect(Object.values(localStorage)).not.toContain('a')
  expect(Object.values(sessionStorage)).toContain('b')
})

test('stores the active household under activeHouseholdId', () => {
  openHousehold('h1')
  expect(localStorage.getItem('activeHouseholdId')).toBe('h1')
  expect(currentSession().household).toBe('h1')
})

test('deletes the person’s data at sign-out and keeps the theme', () => {
  const forget = vi.fn()
  const stop = onSignOut(forget)
  enter('a', true)
  openHousehold('h1')
  localState.write('scans', '[1]')
  tabState.write('invite', 'CODE')
  localState.write('theme', 'dark')
  localStorage.setItem('another-app', 'stays')
  leave()
  expect(currentSession()).toEqual({ token: null, household: null })
  expect(Object.keys(localStorage).sort()).toEqual(['another-app', 'larder.theme'])
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(forget).toHaveBeenCalledOnce()
  stop()
})

test('notifies subscribers once per change', () => {
  const heard = vi.fn()
  const stop = watchSession(heard)
  openHousehold('h1')
  openHousehold('h1')
  stop()
  openHousehold('h2')
  expect(heard).toHaveBeenCalledOnce()
})

test('signs out when another tab signs out', () => {
  enter('a', true)
  localStorage.removeItem('larder.token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'larder.token', newValue: null }))
  expect(currentSession().token).toBeNull()
})
