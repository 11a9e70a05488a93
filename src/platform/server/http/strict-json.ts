import { Problem } from '#platform/shared/problem.ts'

const maxDepth = 32
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const bad = (detail: string) => new Problem(400, 'bad_json', detail)

/**
 * Parses JSON strictly: UTF-8 without a byte order mark, no duplicate keys, at most 32 levels, no keys that reach a prototype. Returns
 * undefined for an empty body. Throws `bad_json`.
 */
export function parseStrictJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw bad('The request is not UTF-8 text.')
  }
  if (text.charCodeAt(0) === 0xfeff) throw bad('The request starts with a byte order mark.')
  checkStructure(text)
  try {
    return JSON.parse(text)
  } catch {
    throw bad('The request is not valid JSON.')
  }
}

/** Checks depth and keys in one pass before anything is built. Doesn't check whether it is valid JSON. */
function checkStructure(text: string): void {
  const keysByLevel: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '{' || c === '[') {
      if (keysByLevel.push(c === '{' ? new Set() : null) > maxDepth) throw bad('The request is nested too deeply.')
    } else if (c === '}' || c === ']') keysByLevel.pop()
    else if (c === '"') {
      const start = i
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++
      const keys = keysByLevel.at(-1)
      if (keys && isKey(text, i + 1)) addKey(keys, text.slice(start, i + 1))
    }
  }
}

function isKey(text: string, after: number): boolean {
  while (after < text.length && ' \t\n\r'.includes(text[after] as string)) after++
  return text[after] === ':'
}

function addKey(keys: Set<string>, quoted: string): void {
  let key: string
  try {
    key = JSON.parse(quoted)
  } catch {
    throw bad('The request is not valid JSON.')
  }
  if (forbiddenKeys.has(key)) throw bad('The request holds a key that is not allowed.')
  if (keys.has(key)) throw bad('The request says the same key twice.')
  keys.add(key)
}
