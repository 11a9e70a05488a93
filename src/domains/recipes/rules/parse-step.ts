import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'

export interface StepTimer {
  /** As written: `18 minutes`. */
  words: string
  seconds: number
}

const times =
  /(\d{1,3}(?:[.,]\d)?)(?:\s?(?:-|–|to|bis|à)\s?(\d{1,3}(?:[.,]\d)?))?\s?(seconds?|secs?|sekunden?|secondes?|minutes?|mins?|minuten?|hours?|hrs?|stunden?|heures?)\b/gi
const value = (text: string) => Number(text.replace(',', '.'))

/** Returns the times a step mentions; for a range the longer one. */
export function timersOf(step: string): StepTimer[] {
  return [...step.matchAll(times)].flatMap(([words, first = '', second, unit = '']) => {
    const size = /^s(?:ec|ek)/i.test(unit) ? 1 : /^m/i.test(unit) ? 60 : 3600
    const seconds = Math.round(value(second ?? first) * size)
    return seconds > 0 && seconds <= 86_400 ? [{ words, seconds }] : []
  })
}

/** Words too common to identify a food. */
const commonWords = new Set(
  ['fresh', 'whole', 'ground', 'canned', 'dried', 'frozen', 'large', 'small', 'sauce', 'powder', 'seed', 'and'].map(ingredientKey),
)

/** Returns the indexes of the lines whose food, or a distinctive word of it, the step mentions. */
export function linesOfStep(step: string, lines: readonly { food: string }[]): number[] {
  const stepWords = new Set(ingredientKey(step).split(' '))
  return lines.flatMap(({ food: ingredient }, place) => {
    const words = ingredientKey(ingredient)
      .split(' ')
      .filter((word) => word.length > 2 && !commonWords.has(word))
    return words.some((word) => stepWords.has(word)) ? [place] : []
  })
}
