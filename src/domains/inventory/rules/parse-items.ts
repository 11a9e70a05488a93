/** A word, `glued` if no space precedes it, so that a name can be restored as written. */
export interface Word {
  text: string
  glued: boolean
}

export const wordTexts = (words: readonly Word[]) => words.map((word) => word.text)
export const joinWords = (words: readonly Word[]) =>
  words
    .map((word) => (word.glued ? word.text : ` ${word.text}`))
    .join('')
    .trim()

const isDigitChar = (char: string) => char >= '0' && char <= '9'

/** Splits a line at new lines, semicolons and commas, but not at the comma of 1,5. */
function splitItems(line: string): string[] {
  const items: string[] = []
  let start = 0
  let digits = 0
  let isNumber = true
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at)
    const isDigit = isDigitChar(char)
    const nextIsDigit = isDigitChar(line.charAt(at + 1))
    const isDecimalComma: boolean = char === ',' && isNumber && digits > 0 && nextIsDigit
    if (char === '\n' || char === ';' || (char === ',' && !isDecimalComma)) {
      items.push(line.slice(start, at))
      start = at + 1
    }
    if (isDigit) digits += 1
    else {
      isNumber = /[\s,;(]/.test(char) && !isDecimalComma
      digits = 0
    }
  }
  items.push(line.slice(start))
  return items
}

const joints = new Set(['and', 'und', 'et', '&', '+'])

/** Splits `2 eggs and 1 l milk` in two, but not `mac and cheese` or `1 and 1/2 cups`. */
function splitAtAnd(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [[]]
  words.forEach((word, at) => {
    const isJoint = joints.has(word.text.toLowerCase()) && /^[\d½¼¾⅓⅔]/.test(words[at + 1]?.text ?? '')
    if (isJoint && /\p{L}/u.test(words[at - 1]?.text ?? '')) parts.push([])
    else parts.at(-1)?.push(word)
  })
  return parts
}

// Splits `exp:fri`, `exp=fri` and `d'huile` in two.
const glued = /^(?:(?:exp|bbe?|mhd)[:=](?=.)|d['’](?=\p{L}))/iu

/** Splits a line into items of at least one word. */
export function parseItems(line: string): Word[][] {
  return splitItems(line)
    .map((item) =>
      item
        .split(/\s+/)
        .filter((text) => text !== '')
        .flatMap(wordsOf),
    )
    .flatMap(splitAtAnd)
    .filter((words) => words.length > 0)
}

function wordsOf(text: string): Word[] {
  const head = glued.exec(text)?.[0]
  if (head === undefined) return [{ text, glued: false }]
  return [
    { text: head, glued: false },
    { text: text.slice(head.length), glued: true },
  ]
}
