import { expect, test } from 'vitest'
import type { Alert } from '../contract.ts'
import { describeUseSoon, findUseSoon, listUseSoon, recipeSentence } from './use-soon.ts'

// A Wednesday.
const today = '2026-11-25'
const alert = (name: string, effectiveExpiration: string | null, worth: number, part: Partial<Alert> = {}): Alert => ({
  id: `${name} ${part.type ?? 'expiring_soon'}`,
  type: 'expiring_soon',
  severity: 'medium',
  title: name,
  message: name,
  isResolved: false,
  createdAt: '2026-11-25T08:00:00.000Z',
  resolvedAt: null,
  lotId: `lot of ${name}`,
  storage: 'FRIDGE',
  effectiveExpiration,
  snoozedUntil: null,
  worth,
  announcedDays: 0,
  ingredient: { id: name, name, category: 'Produce' },
  ...part,
})
const spinach = alert('Spinach', '2026-11-25', 0.6)
const cream = alert('Cream', '2026-11-26', 0.3)
const salmon = alert('Salmon', '2026-11-26', 2)
const namesOf = (alerts: readonly Alert[]) => findUseSoon(alerts, today)?.named.map(({ ingredient }) => ingredient.name) ?? null

test('names what is worth it, the first to expire first, and says what can’t wait until the last day', () => {
  const useSoon = findUseSoon([salmon, cream, spinach, alert('Parsley', '2026-11-26', 0.19)], today)
  if (!useSoon) throw new Error('nothing found')
  expect(describeUseSoon(useSoon, today)).toBe('3 things to use by tomorrow')
  expect(listUseSoon(useSoon, today)).toBe('Spinach (today), Cream, Salmon')
  expect(recipeSentence({ name: 'Salmon with spinach', uses: 3 }, 3)).toBe('Salmon with spinach uses all of them')
  expect(recipeSentence({ name: 'Soup', uses: 2 }, 3)).toBe('Soup uses 2 of them')
})

test('names the five that are worth most and counts the others', () => {
  const many = Array.from({ length: 9 }, (_, i) => alert(`Food ${i}`, '2026-11-27', 1 + i))
  const useSoon = findUseSoon(many, today)
  if (!useSoon) throw new Error('nothing found')
  expect(describeUseSoon(useSoon, today)).toBe('9 things to use by Friday')
  expect(listUseSoon(useSoon, today)).toBe('Food 4, Food 5, Food 6, Food 7, Food 8 and 4 more')
})

test('gives the last day of all of them, also of what isn’t named', () => {
  const useSoon = findUseSoon(
    [...Array.from({ length: 5 }, (_, i) => alert(`Food ${i}`, '2026-11-26', 1)), alert('Last', '2026-11-28', 0.5)],
    today,
  )
  if (!useSoon) throw new Error('nothing found')
  expect(describeUseSoon(useSoon, today)).toBe('6 things to use by Saturday')
  expect(listUseSoon(useSoon, today)).toMatch(/^Food 0 \(tomorrow\), .* and 1 more$/)
})

test('puts the lots of an ingredient together, and counts a lot with two alerts once', () => {
  const [half, other] = [alert('Cream', '2026-11-26', 0.12), alert('Cream', '2026-11-28', 0.12, { lotId: 'another' })]
  expect(namesOf([half, other])).toEqual(['Cream'])
  expect(namesOf([half, { ...half, id: 'risk', type: 'waste_risk' }])).toBeNull()
})

test('leaves out what is snoozed, resolved, quiet or days away', () => {
  const all = [
    { ...spinach, snoozedUntil: '2026-11-27' },
    { ...cream, isResolved: true },
    { ...salmon, announcedDays: 3 },
    alert('Rice', '2026-11-29', 4, { type: 'waste_risk' }),
  ]
  expect(findUseSoon(all, today)).toBeNull()
})

test('prefers what wasn’t sent yet: a message before halves the worth', () => {
  const known = Array.from({ length: 5 }, (_, i) => alert(`Known ${i}`, '2026-11-26', 1, { announcedDays: 1 }))
  expect(namesOf([...known, alert('New', '2026-11-26', 0.51)])).toContain('New')
  expect(namesOf([...known, alert('New', '2026-11-26', 0.49)])).not.toContain('New')
})

test('says today for food past its date', () => {
  const useSoon = findUseSoon([alert('Yogurt', '2026-11-20', 0.5, { type: 'expired' })], today)
  if (!useSoon) throw new Error('nothing found')
  expect(describeUseSoon(useSoon, today)).toBe('1 thing to use today')
  expect(listUseSoon(useSoon, today)).toBe('Yogurt (past its date)')
})
