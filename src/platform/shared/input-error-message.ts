import { z } from 'zod'
import { many, say } from './say.ts'

/**
 * Returns the message for invalid input whose contract has no own one, in the reader's language. Returns undefined, so that zod's English
 * message is used, for input that no form can send, such as an unknown key.
 */
function inputErrorMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return say`Fill this in.`
    return issue.expected === 'number' ? say`Enter a number.` : issue.expected === 'int' ? say`Enter a whole number.` : undefined
  }
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    if (issue.origin === 'string') return say`At most ${many(max, { one: '# character', other: '# characters' })}.`
    if (issue.origin === 'array') return say`At most ${many(max, { one: '# entry', other: '# entries' })}.`
    return issue.inclusive === false ? say`Enter less than ${max}.` : say`At most ${max}.`
  }
  if (issue.code === 'too_small') {
    const min = Number(issue.minimum)
    if (issue.origin === 'string')
      return min === 1 ? say`Fill this in.` : say`At least ${many(min, { one: '# character', other: '# characters' })}.`
    if (issue.origin === 'array') return say`At least ${many(min, { one: '# entry', other: '# entries' })}.`
    return issue.inclusive === false ? say`Enter more than ${min}.` : say`At least ${min}.`
  }
  if (issue.code === 'invalid_value') return say`Choose one of these: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'email') return say`Enter an email address.`
  if (issue.code === 'invalid_format' && issue.format === 'url') return say`That isn’t a web address.`
  return undefined
}

z.config({ customError: inputErrorMessage })
