import { z } from 'zod'
import { many, say } from './say.ts'

/**
 * What is said of input where a contract has no words of its own, in the reader's language. What no form can send, such as another key or
 * an object for a text, is for programmers: there zod's own English stands.
 */
export function complaint(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return say`Fill this in.`
    return issue.expected === 'number' ? say`Enter a number.` : issue.expected === 'int' ? say`Enter a whole number.` : undefined
  }
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum)
    if (issue.origin === 'string') return say`At most ${many(most, { one: '# character', other: '# characters' })}.`
    if (issue.origin === 'array') return say`At most ${many(most, { one: '# entry', other: '# entries' })}.`
    return issue.inclusive === false ? say`Enter less than ${most}.` : say`At most ${most}.`
  }
  if (issue.code === 'too_small') {
    const least = Number(issue.minimum)
    if (issue.origin === 'string')
      return least === 1 ? say`Fill this in.` : say`At least ${many(least, { one: '# character', other: '# characters' })}.`
    if (issue.origin === 'array') return say`At least ${many(least, { one: '# entry', other: '# entries' })}.`
    return issue.inclusive === false ? say`Enter more than ${least}.` : say`At least ${least}.`
  }
  if (issue.code === 'invalid_value') return say`Choose one of these: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'email') return say`Enter an email address.`
  if (issue.code === 'invalid_format' && issue.format === 'url') return say`That isn’t a web address.`
  return undefined
}

z.config({ customError: complaint })
