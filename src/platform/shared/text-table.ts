import { type Language, languages } from './language.ts'
import { once } from './once.ts'

/** Returns the cells of a line such as `Milk | Milch | Lait`. */
export const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim())

/** Returns the cells of every line. */
export const parseTextTable = (table: string): string[][] => table.trim().split('\n').map(cellsOf)

/** Returns a function that translates what a table has lines `English | German | French` for. It throws for other texts. */
export function translator(table: string): (english: string, language: Language) => string {
  const byEnglish = once(() => new Map(parseTextTable(table).map((row) => [row[0], row] as const)))
  return (english, language) => {
    const text = byEnglish().get(english)?.[languages.indexOf(language)]
    if (!text) throw new Error(`“${english}” isn’t translated.`)
    return text
  }
}
