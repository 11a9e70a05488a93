import { invalid } from '#platform/shared/problem.ts'

const commonCount = 3000
let cached: Promise<ReadonlySet<string>> | undefined

/** Loads the list, which is large, on first use. */
const commonPasswords = () => {
  cached ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, commonCount)),
  )
  return cached
}

/** Passwords made of this product's own words, with digits and punctuation around them. */
const localWords = /^[\d\W_]*(?:my)?(?:larder|pantry|kitchen|household|fridge|vorrat|küche|kueche|haushalt|cuisine|foyer)[\d\W_]*$/

/** Throws 422 `password_too_common` for the most common passwords, ignoring case. */
export async function rejectCommonPassword(password: string, path: string): Promise<void> {
  const common = await commonPasswords()
  const folded = password.normalize('NFKC').toLowerCase()
  if (common.has(folded) || localWords.test(folded)) {
    throw invalid('password_too_common', 'That password is too common. Choose another.', path)
  }
}
