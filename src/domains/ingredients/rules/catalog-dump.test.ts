import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDumpLineParser } from './catalog-dump.ts'

const oats = '4006381333931'

describe('a product dump', () => {
  it('is read as JSONL, with the first non-empty name', () => {
    const line = JSON.stringify({ code: oats, product_name: ' ', product_name_de: 'Haferflocken', lang: 'de' })
    expect(createDumpLineParser(line)(line)).toEqual({ code: oats, name: 'Haferflocken' })
  })
  it('is read by the columns of its heading', () => {
    const read = createDumpLineParser('url\tproduct_name\tcode')
    expect(read('http://x\tOats <b>fine</b>\t4006381333931')).toEqual({ code: oats, name: 'Oats fine' })
    expect(read('url\tproduct_name\tcode')).toBeNull()
  })
  it('is read as code and name without a heading, with normalized codes', () => {
    const read = createDumpLineParser(`${oats}\tOats\ten`)
    expect(read(`${oats}\tOats\ten`)).toEqual({ code: oats, name: 'Oats' })
    expect(read('036000291452\tTissues\ten')).toEqual({ code: '0036000291452', name: 'Tissues' })
  })
  it.each([
    ['a wrong check digit', '4006381333932\tOats'],
    ['a label of the shop’s own scales', '2012345000006\tMeat'],
    ['a book', '9783161484100\tCooking'],
    ['no name', `${oats}\t`],
    ['half a line', oats],
    ['nothing', ''],
    ['JSON in a table', '{"code":1}'],
  ])('leaves out %s', (_what, line) => expect(createDumpLineParser(`${oats}\tOats`)(line)).toBeNull())
  it('never throws for a line', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (first, line) => void createDumpLineParser(first)(line)))
    fc.assert(fc.property(fc.json(), (line) => void createDumpLineParser('{}')(line)))
  })
})
