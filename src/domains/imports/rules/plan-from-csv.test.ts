import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCsv, parseCsv, unescapeFormula } from '#platform/shared/csv.ts'
import { dateOf, numberOf, unitOf } from './parse-cell.ts'
import { planFromCsv } from './plan-from-csv.ts'
import { planFromText, rejectInvalidRows } from './plan-from-file-text.ts'

const rowsOf = (text: string) => planFromCsv(text, 'month first').rows

it('reads back every table that formatCsv writes', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (rows) => {
      // Blank rows are skipped.
      const written = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
      expect(parseCsv(formatCsv(written), ',', 100).map(({ cells }) => cells.map(unescapeFormula))).toEqual(written)
    }),
  )
})

it('I-49: reads a table saved by a German spreadsheet', () => {
  const text =
    '\uFEFFArtikel;Menge;Einheit;Lagerort;MHD;Preis\r\n"Mehl; Typ 405";1,5;kg;Keller;31.12.2026;1,29 €\r\nEier;10;Stück;Kühlschrank;;\r\n'
  expect(rowsOf(text)).toMatchObject([
    {
      kind: 'food',
      place: 'line 2',
      name: 'Mehl; Typ 405',
      data: { defaultUnit: 'kg', defaultLocation: 'Keller', defaultStorage: 'PANTRY' },
    },
    { kind: 'food', name: 'Eier', data: { defaultStorage: 'FRIDGE' } },
    { kind: 'lot', data: { quantity: 1.5, unit: 'kg', location: 'Keller', expirationDate: '2026-12-31', purchasePrice: 1.29 } },
    { kind: 'lot', place: 'line 3', data: { food: 'Eier', quantity: 10, unit: 'each' } },
  ])
})

it('reads notes of items and ingredients, and shortens those that are too long', () => {
  const text = `Name,Quantity,Notes\nMilk,1,"the red one,\n3.5%"\nSalt,,fine\nRice,2,${'ab '.repeat(101)}\nOats,1,a\u0007b\n`
  const notes = rowsOf(text).map((row) => [row.kind, row.name, 'data' in row && 'note' in row.data ? row.data.note : null])
  expect(notes).toEqual([
    ['food', 'Milk', null],
    ['food', 'Salt', 'fine'],
    ['food', 'Rice', null],
    ['food', 'Oats', null],
    ['lot', 'Milk', 'the red one, 3.5%'],
    ['lot', 'Rice', `${'ab '.repeat(98)}ab…`],
    ['lot', 'Oats', null],
  ])
})

it('recognizes a lot again after a note was added to its line', () => {
  const keyOf = (text: string) => rowsOf(text).flatMap((row) => (row.kind === 'lot' && 'key' in row ? row.key : []))
  expect(keyOf('Name,Quantity,Note\nMilk,1,red')).toEqual(keyOf('Name,Quantity\nMilk,1'))
})

it('I-49: rejects each unreadable line with its number and the reason', () => {
  const text = [
    'name,quantity,unit,expiration date,price,barcode',
    ',1,g,,,',
    'Flour,lots,g,,,',
    'Sugar,0,g,,,',
    '"Salt\nfine",1,g,2026-02-30,,',
    'Oats,1,g,,cheap,',
    'Rice,1,g,,,1234567',
    'Milk,2,l,2026-12-01,1.19,4006381333931',
  ].join('\n')
  expect(rowsOf(text).flatMap((row) => ('refused' in row ? [[row.place, row.name, row.refused]] : []))).toEqual([
    ['line 2', '', 'no_name'],
    ['line 3', 'Flour', 'amount_unreadable'],
    ['line 4', 'Sugar', 'no_amount'],
    ['line 5', 'Salt fine', 'date_unreadable'],
    ['line 7', 'Oats', 'price_unreadable'],
    ['line 8', 'Rice', 'barcode_unreadable'],
  ])
})

it('I-49: stops reading once there are too many lines', () => {
  expect(() => rowsOf(`name\n${'x\n'.repeat(1_000_000)}`)).toThrow('too_many')
  // Only the first 100,000 characters of the heading row are read.
  expect(() => rowsOf(`${'a,'.repeat(60_000)}name\nx\n`)).toThrow('no_name_column')
})

it('reads ambiguous dates in the order of the file’s other dates, else in the default order', () => {
  const dates = (...cells: string[]) =>
    rowsOf(`name,qty,expires\n${cells.map((cell, at) => `Thing ${at},1,${cell}`).join('\n')}`).flatMap((row) =>
      row.kind === 'lot' && 'data' in row ? [row.data.expirationDate] : [],
    )
  expect(dates('03/04/2026')).toEqual(['2026-03-04'])
  expect(dates('03/04/2026', '25/12/2026')).toEqual(['2026-04-03', '2026-12-25'])
  expect(dateOf('1.2.26')).toBe('2026-02-01')
})

it('reads ambiguous numbers with the decimal mark of their column', () => {
  const amounts = (defaultOrder: 'day first' | 'month first', ...cells: string[]) =>
    planFromCsv(`name;qty;price\n${cells.map((cell, at) => `Thing ${at};${cell}`).join('\n')}`, defaultOrder).rows.flatMap((row) =>
      row.kind === 'lot' && 'data' in row ? [[row.data.quantity, row.data.purchasePrice, row.isAmbiguousNumber ?? false]] : [],
    )
  // German numbers, in either default order.
  for (const defaultOrder of ['day first', 'month first'] as const)
    for (const telling of ['0,5', '1.500,00', '12,75', '1.234.567'])
      expect(amounts(defaultOrder, '1.500', telling, '2,250')[0]).toEqual([1500, undefined, false])
  // English numbers.
  for (const defaultOrder of ['day first', 'month first'] as const)
    for (const telling of ['0.5', '1,500.00', '12.75', '1,234,567', '0.500', '1500.125'])
      expect([amounts(defaultOrder, '1.500', telling)[0], amounts(defaultOrder, '2,250', telling)[0]]).toEqual([
        [1.5, undefined, false],
        [2250, undefined, false],
      ])
  // Ambiguous: read in the default order, and marked.
  expect(amounts('day first', '1.500', '2', '1,250')).toEqual([
    [1500, undefined, true],
    [2, undefined, false],
    [1.25, undefined, true],
  ])
  expect(amounts('month first', '1.500', '1,250')).toEqual([
    [1.5, undefined, true],
    [1250, undefined, true],
  ])
  // Another column is a better guess, but still marked. Columns that disagree are ignored.
  expect(amounts('day first', '1.500;2.25')).toEqual([[1.5, 2.25, true]])
  expect(amounts('month first', '1.500', '0,5', '0.5')[0]).toEqual([1.5, undefined, true])
  // The price column has its own decimal mark.
  expect(amounts('month first', '0,5;1.500 €', '1;3,99 EUR')).toEqual([
    [0.5, 1500, false],
    [1, 3.99, false],
  ])
  expect(amounts('day first', '2;1.500 €')).toEqual([[2, 1500, true]])
})

it('I-48 I-49: reads equal lines as two lots, and removes the formula guard', () => {
  const rows = rowsOf("name,quantity\n'=Cola,1\n'=Cola,1\n")
  expect(rows.map(({ kind, name }) => [kind, name])).toEqual([
    ['food', '=Cola'],
    ['lot', '=Cola'],
    ['lot', '=Cola'],
  ])
  expect(new Set(rows.map((row) => ('key' in row ? row.key : ''))).size).toBe(3)
})

it('reads numbers and units in common notations', () => {
  expect(['1,5', '1.234,5', '1,234.5', '1 000', '½', 'x', '1.234.567', '1.500'].map((text) => numberOf(text))).toEqual([
    1.5,
    1234.5,
    1234.5,
    1000,
    null,
    null,
    1_234_567,
    1.5,
  ])
  expect(['dl', 'Gramm', 'Packung', 'pièces', 'Wheel', ''].map((name) => unitOf(name))).toEqual([
    { unit: 'ml', times: 100, isKnown: true },
    { unit: 'g', times: 1, isKnown: true },
    { unit: 'each', times: 1, isKnown: true },
    { unit: 'each', times: 1, isKnown: true },
    { unit: 'piece', times: 1, isKnown: false },
    { unit: 'piece', times: 1, isKnown: false },
  ])
})

it('rejects rows that don’t match the contracts', () => {
  const long = `name,quantity\n${'x'.repeat(5000)},1\nBread,0.0004\nCake,2000000\nTea,3\n`
  const { rows } = rejectInvalidRows(planFromText(long, 'day first', '2026-11-22'))
  expect(rows.map((row) => [row.name.slice(0, 5), 'refused' in row ? row.refused : row.kind])).toEqual([
    ['xxxxx', 'food'],
    ['Tea', 'food'],
    ['xxxxx', 'lot'],
    ['Bread', 'amount_unreadable'],
    ['Cake', 'amount_unreadable'],
    ['Tea', 'lot'],
  ])
})
