/** A line such as `2 l milk, 6 eg`, split before the name that is being typed. */
export interface LineEnd {
  before: string
  name: string
}

export function splitLineEnd(line: string): LineEnd {
  const start = Math.max(line.lastIndexOf(','), line.lastIndexOf(';'), line.lastIndexOf('\n')) + 1
  // A comma between two digits belongs to the number.
  const isDecimal = /\d$/.test(line.slice(0, Math.max(0, start - 1))) && /^\d/.test(line.slice(start))
  if (isDecimal) {
    const earlier = splitLineEnd(line.slice(0, start - 1))
    return splitAmount(earlier.before, `${earlier.name}${line.slice(start - 1)}`)
  }
  return splitAmount(line.slice(0, start), line.slice(start))
}

function splitAmount(before: string, rest: string): LineEnd {
  const [amount = ''] = /^\s*(?:[\d.,/½¼¾⅓⅔⅛]+\s*(?:(?:kg|g|l|ml|dl|cl|lb|oz|x|×)\s+)?)?/iu.exec(rest) ?? []
  return { before: `${before}${amount}`, name: rest.slice(amount.length).trim() }
}
