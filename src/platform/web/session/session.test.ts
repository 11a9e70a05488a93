import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, endSession, localState, onSignOut, setActiveHousehold, startSession, tabState, watchSession } from './session.ts'

afterEach(() => {
  endSession()
  localStorage.clear()
  sessionStorage.clear()
})

test('stores a remembered token on the device and others for the tab', () => {
  startSession('a', true)
  expect(Object.values(localStorage)).toContain('a')
  startSession('b', false)
  expect(Object.values(localStorage)).not.toContain('a')
  expect(Object.values(sessionStorage)).toContain('b')
})

test('stores the active household under activeHouseholdId', () => {
  setActiveHousehold('h1')
  expect(localStorage.getItem('activeHouseholdId')).toBe('h1')
  expect(currentSession().household).toBe('h1')
})

test('deletes the person’s data at sign-out and keeps the theme', () => {
  const forget = vi.fn()
  const stop = onSignOut(forget)
  startSession('a', true)
  setActiveHousehold('h1')
  localState.write('scans', '[1]')
  tabState.write('invite', 'CODE')
  localState.write('theme', 'dark')
  localStorage.setItem('another-app', 'stays')
  endSession()
  expect(currentSession()).toEqual({ token: null, household: null })
  expect(Object.keys(localStorage).sort()).toEqual(['another-app', 'larder.theme'])
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(forget).toHaveBeenCalledOnce()
  stop()
})

test('reads what another tab removed as gone, and what couldn’t be stored from memory', () => {
  localState.write('scans', '[1]')
  localStorage.removeItem('larder.scans')
  expect(localState.read('scans')).toBeNull()

  localState.write('scans', '[1]')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  localState.write('scans', '[2]')
  expect([localState.read('scans'), localStorage.getItem('larder.scans')]).toEqual(['[2]', '[1]'])
  full.mockRestore()
  localState.write('scans', '[3]')
  localStorage.removeItem('larder.scans')
  expect(localState.read('scans')).toBeNull()
})

test('notifies subscribers once per change', () => {
  const heard = vi.fn()
  const stop = watchSession(heard)
  setActiveHousehold('h1')
  setActiveHousehold('h1')
  stop()
  setActiveHousehold('h2')
  expect(heard).toHaveBeenCalledOnce()
})

test('signs out when another tab signs out', () => {
  startSession('a', true)
  localStorage.removeItem('larder.token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'larder.token', newValue: null }))
  expect(currentSession().token).toBeNull()
})
