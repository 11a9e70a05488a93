import { expect, test } from 'vitest'
import { z } from 'zod'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { languages } from '#platform/shared/language.ts'
import './input-error-message.ts'

const errorOf = (schema: z.ZodType, input: unknown): string | undefined => schema.safeParse(input).error?.issues[0]?.message

test.each([
  [z.string().max(120), 'x'.repeat(121), 'At most 120 characters.', 'Höchstens 120 Zeichen.', 'Au plus 120 caractères.'],
  [z.string().min(8), 'x', 'At least 8 characters.', 'Mindestens 8 Zeichen.', 'Au moins 8 caractères.'],
  [z.string().min(1), '', 'Fill this in.', 'Bitte füll das aus.', 'Remplissez ce champ.'],
  [z.array(z.int()).max(1), [1, 2], 'At most 1 entry.', 'Höchstens 1 Eintrag.', 'Au plus 1 élément.'],
  [z.number().min(0.5), 0.25, 'At least 0.5.', 'Mindestens 0,5.', 'Au moins 0,5.'],
  [z.number().positive(), 0, 'Enter more than 0.', 'Gib mehr als 0 ein.', 'Saisissez plus de 0.'],
  [z.number().lt(5), 5, 'Enter less than 5.', 'Gib weniger als 5 ein.', 'Saisissez moins de 5.'],
  [z.number(), Number.NaN, 'Enter a number.', 'Gib eine Zahl ein.', 'Saisissez un nombre.'],
  [z.int(), 1.5, 'Enter a whole number.', 'Gib eine ganze Zahl ein.', 'Saisissez un nombre entier.'],
  [z.email(), 'x', 'Enter an email address.', 'Gib eine E-Mail-Adresse ein.', 'Saisissez une adresse e-mail.'],
  [z.enum(['a', 'b']), 'c', 'Choose one of these: a, b', 'Wähle eines davon: a, b', 'Choisissez parmi\u202f: a, b'],
] as const)('invalid input has a message in every language (%#)', (schema, input, english, german, french) => {
  expect(errorOf(schema, input)).toBe(english)
  expect(withLanguage('de', () => errorOf(schema, input))).toBe(german)
  expect(withLanguage('fr', () => errorOf(schema, input))).toBe(french)
})

test('a contract’s own message takes precedence, and input that no form sends has zod’s', () => {
  for (const language of languages) {
    withLanguage(language, () => {
      expect(errorOf(z.string().max(1, 'Shorter.'), 'xx')).toBe('Shorter.')
      expect(errorOf(z.object({}).strict(), { other: 1 })).toBe('Unrecognized key: "other"')
      expect(errorOf(z.string(), 5)).toBe('Invalid input: expected string, received number')
    })
  }
})
