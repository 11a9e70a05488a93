import { invalid } from '#platform/shared/problem.ts'

const commonCount = 3000
let known: Promise<ReadonlySet<string>> | undefined

/** Loaded at the first sign-up: the list is large and most requests set no password. */
const commonPasswords = () => {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, commonCount)),
  )
  return known
}

/** What a guesser of this house tries beside: a word of the place, alone or with figures and signs around it. */
const localWords = /^[\d\W_]*(?:my)?(?:larder|pantry|kitchen|household|fridge|vorrat|küche|kueche|haushalt|cuisine|foyer)[\d\W_]*$/

/** Refuses the passwords that guessers try first, whatever their case. Throws 422 `password_too_common`. */
export async function rejectCommonPassword(password: string, path: string): Promise<void> {
  const common = await commonPasswords()
  const folded = password.normalize('NFKC').toLowerCase()
  if (common.has(folded) || localWords.test(folded)) {
    throw invalid('password_too_common', 'That password is too common. Choose another.', path)
  }
}
