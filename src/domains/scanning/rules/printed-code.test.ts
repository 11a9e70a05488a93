import { describe, expect, it } from 'vitest'
import { isPrinted, readPrintedCode } from './printed-code.ts'

const run = (text: string, left: number, top = 300, high = 40) => ({
  text,
  box: { left, top, right: left + text.length * 25, bottom: top + high },
})
const bars = [{ left: 80, top: 100, right: 420, bottom: 310 }]
const elsewhere = [{ left: 900, top: 900, right: 1000, bottom: 1000 }]

describe('digits printed under bars', () => {
  it('confirm the code that was read, also without the outer digits of a UPC-A', () => {
    expect(isPrinted('4006381333931', [run('4006381333931', 80)])).toBe(true)
    expect(isPrinted('4006381333931', [run('4', 40), run('006381', 80), run('333931', 260)])).toBe(true)
    expect(isPrinted('0625034201058', [run('25034"20105', 80)])).toBe(true)
    expect(isPrinted('73513537', [run('7351 3537', 80)])).toBe(true)
  })

  it('don’t confirm another code', () => {
    expect(isPrinted('4006381333931', [run('4006381333932', 80), run('MHD 12.03.2027', 80, 400)])).toBe(false)
    expect(isPrinted('0625034201058', [run('25034 20106', 80)])).toBe(false)
    expect(isPrinted('4006381333931', [])).toBe(false)
  })

  it('replace bars that can’t be read', () => {
    expect(readPrintedCode([run('4006381333931', 80)], bars)).toMatchObject({ code: '4006381333931' })
    expect(readPrintedCode([run('6', 50, 315, 20), run('2503420105', 110), run('8', 415, 329, 20)], bars)).toMatchObject({
      code: '0625034201058',
    })
  })

  it('are completed by the check digit if one outer digit is missing', () => {
    expect(readPrintedCode([run('2503420105', 110), run('8', 415, 329, 20)], bars)).toMatchObject({ code: '0625034201058' })
  })

  it('are rejected with a wrong check digit, away from bars or among letters', () => {
    expect(readPrintedCode([run('4006381333932', 80)], bars)).toBeNull()
    expect(readPrintedCode([run('4006381333931', 80)], elsewhere)).toBeNull()
    expect(readPrintedCode([run('4006381333931', 80)], [])).toBeNull()
    expect(readPrintedCode([run('Tel 4006381333931', 80)], bars)).toBeNull()
    expect(readPrintedCode([run('2503420105', 110)], bars)).toBeNull()
  })
})
