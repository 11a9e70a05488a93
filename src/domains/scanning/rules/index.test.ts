import { describe, expect, it } from 'vitest'
import { answerToCode, type CorroboratedCode, nothingRecognised, rankCodes } from './index.ts'

const code = (digits: string, witnesses: number, kind: CorroboratedCode['kind'] = 'product'): CorroboratedCode => ({
  code: digits,
  kind,
  corroborations: witnesses,
})

describe('of several codes', () => {
  it('the product comes before books and the shop’s own labels, but never a doubtful one before a sure one', () => {
    const book = code('9780306406157', 2, 'book')
    const label = code('2012345000019', 2, 'in_store')
    const sure = code('4006381333931', 2)
    const doubtful = code('8413000065504', 1)
    expect(rankCodes([doubtful, book, label, sure])).toEqual([sure, book, label, doubtful])
  })
})

describe('the answer to a code', () => {
  const sure = code('4006381333931', 2)
  const doubtful = code('4006381333931', 1)

  it('asks for confirmation unless two decoders agree or the code is known', () => {
    const ingredient = { kind: 'food', id: '1', name: 'Soup' } as const
    expect(answerToCode(sure, null).needsConfirmation).toBe(false)
    expect(answerToCode(doubtful, null).needsConfirmation).toBe(true)
    expect(answerToCode(doubtful, ingredient).needsConfirmation).toBe(false)
    expect(answerToCode(sure, { kind: 'suggestion', name: 'Soup', ingredient: null }).needsConfirmation).toBe(true)
  })

  it('is as confident as its witnesses were right when they were counted', () => {
    expect([answerToCode(sure, null).confidence, answerToCode(doubtful, null).confidence]).toEqual([0.99, 0.88])
  })

  it('names the code and the others in the picture', () => {
    expect(answerToCode(sure, null, ['8413000065504'])).toMatchObject({
      success: false,
      error: 'Could not recognize the item',
      extractedText: '4006381333931',
      barcode: '4006381333931',
      barcodes: ['4006381333931', '8413000065504'],
    })
  })

  it('never holds a food that nobody has', () => {
    expect(answerToCode(sure, { kind: 'suggestion', name: 'Soup', ingredient: null })).toMatchObject({
      success: true,
      ingredient: null,
      extractedText: 'Soup',
      alternatives: [{ id: null, name: 'Soup' }],
    })
    expect(nothingRecognised()).toMatchObject({ success: false, ingredient: null, barcode: null })
  })
})
