import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { findDurations } from './find-durations.ts'

export interface StepTimer {
  /** As written: `18 minutes`. */
  words: string
  seconds: number
}

/** Returns the times a step mentions; for a range the longer one. */
export const timersOf = (step: string): StepTimer[] =>
  findDurations(step).flatMap(({ start, end, seconds }) =>
    seconds > 0 && seconds <= 86_400 ? [{ words: step.slice(start, end), seconds }] : [],
  )

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
