import { describe, expect, it } from 'vitest'
import { readPackageCode } from './package-code.ts'
import { type CorroboratedCode, mergeGs1Codes, nothingRecognized, rankCodes, resultForCode } from './scan-result.ts'

const code = (digits: string, corroborations: number, kind: CorroboratedCode['kind'] = 'product'): CorroboratedCode => ({
  code: digits,
  kind,
  corroborations,
})

describe('rankCodes', () => {
  it('puts products before books and in-store labels, and confirmed codes before doubtful ones', () => {
    const book = code('9780306406157', 2, 'book')
    const label = code('2012345000019', 2, 'in_store')
    const sure = code('4006381333931', 2)
    const doubtful = code('8413000065504', 1)
    expect(rankCodes([doubtful, book, label, sure])).toEqual([sure, book, label, doubtful])
  })
})

describe('mergeGs1Codes', () => {
  const packageCode = (text: string) => readPackageCode(text, '2026-11-26') ?? expect.fail(text)
  const cheese = packageCode('(01)09506000134352(17)270805(10)AB-1(3103)000195(3922)0299')

  it('adds what a GS1 code says to the same product’s bars, as further evidence', () => {
    const [sure, ...others] = mergeGs1Codes([code('9506000134352', 1), code('4006381333931', 1)], [cheese])
    expect(sure).toMatchObject({ corroborations: 2, package: cheese })
    expect(others).toEqual([code('4006381333931', 1)])
    expect(resultForCode(sure ?? expect.fail(), null)).toMatchObject({
      barcode: '9506000134352',
      needsConfirmation: false,
      expirationDate: '2027-08-05',
      dateKind: 'use_by',
      quantity: 195,
      unit: 'g',
      price: 2.99,
      lotNumber: 'AB-1',
    })
  })

  it('adds a code that was read from no bars', () => {
    expect(mergeGs1Codes([], [cheese, cheese])).toMatchObject([{ code: '9506000134352', kind: 'product', corroborations: 2 }])
  })
})

describe('resultForCode', () => {
  const sure = code('4006381333931', 2)
  const doubtful = code('4006381333931', 1)

  it('asks for confirmation unless two decoders agree or the household has the code', () => {
    const ingredient = { kind: 'food', id: '1', name: 'Soup' } as const
    expect(resultForCode(sure, null).needsConfirmation).toBe(false)
    expect(resultForCode(doubtful, null).needsConfirmation).toBe(true)
    expect(resultForCode(doubtful, ingredient).needsConfirmation).toBe(false)
    expect(resultForCode(sure, { kind: 'suggestion', name: 'Soup', ingredient: null }).needsConfirmation).toBe(true)
  })

  it('uses the measured accuracy as the confidence', () => {
    expect([resultForCode(sure, null).confidence, resultForCode(doubtful, null).confidence]).toEqual([0.99, 0.88])
  })

  it('returns the code and the others in the picture', () => {
    expect(resultForCode(sure, null, ['8413000065504'])).toMatchObject({
      success: false,
      error: 'Could not recognize the item',
      extractedText: '4006381333931',
      barcode: '4006381333931',
      barcodes: ['4006381333931', '8413000065504'],
    })
  })

  it('never returns an ingredient the household doesn’t have', () => {
    expect(resultForCode(sure, { kind: 'suggestion', name: 'Soup', ingredient: null })).toMatchObject({
      success: true,
      ingredient: null,
      extractedText: 'Soup',
      alternatives: [{ id: null, name: 'Soup' }],
    })
    expect(nothingRecognized()).toMatchObject({ success: false, ingredient: null, barcode: null })
  })
})
