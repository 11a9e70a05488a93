import { type CollectionRecipes, collapse, linesOf, withoutPicture } from './collection-recipes.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { servingsOf } from './schema-org-recipe.ts'

/** The first line of a recipe, as Meal-Master and its German successor Rezkonv write it. */
const isStart = (line: string) => /^(?:MMMMM|-----|=====)/.test(line) && /meal-?master|rezkonv/i.test(line.slice(0, 200))
/** Returns whether a text has a recipe in Meal-Master's format. */
export const isMealMaster = (text: string): boolean => /^(?:MMMMM|-----|=====).{0,80}(?:meal-?master|rezkonv)/im.test(text)

const units: Readonly<Record<string, string>> = {
  ...{ t: 'tsp', ts: 'tsp', T: 'tbsp', tb: 'tbsp', c: 'cup', fl: 'fl oz', pt: 'pint', qt: 'quart', ga: 'gallon', oz: 'oz', lb: 'lb' },
  ...{ ml: 'ml', cb: 'ml', cl: 'cl', dl: 'dl', l: 'l', mg: 'mg', g: 'g', kg: 'kg', x: '', ea: '' },
  ...{ sm: 'small', md: 'medium', lg: 'large', cn: 'can', pk: 'package', pn: 'pinch', dr: 'drop', ds: 'dash', ct: 'carton' },
  ...{ bn: 'bunch', sl: 'slice' },
}

/** Seven columns of amount, a space, two of unit, a space, the food. */
const ingredient = /^(?= {0,6}\d| {7})([ \d./,-]{7}) (..) (\S.*)$/
/** Returns an ingredient as text, a continuation of the one before beginning with `-`; null if it is none. */
function readIngredient(line: string): string | null {
  const [, amount = '', unit = '', food = ''] = ingredient.exec(line) ?? []
  if (food === '') return null
  const word = unit.trim() === '' ? '' : (units[unit.trim()] ?? units[unit.trim().toLowerCase()])
  if (word === undefined || (amount.trim() === '' && word !== '')) return null
  return collapse(`${amount} ${word} ${food}`)
}

/** Where the second of two columns begins, by what programs write. */
const columns = [41, 40, 39]

/** Returns the ingredients of a line, one or two; null if it has none. */
function ingredientsIn(line: string): [string] | [string, string] | null {
  for (const at of columns) {
    const right = line.length > at + 11 ? readIngredient(line.slice(at)) : null
    const left = right === null ? null : readIngredient(line.slice(0, at).trimEnd())
    if (left !== null && right !== null) return [left, right]
  }
  const one = readIngredient(line)
  return one === null ? null : [one]
}

/** The name between the dashes of a line that begins a section; null if the line is none. */
function sectionIn(line: string): string | null {
  const [, name] = /^(?:MMMMM|-{5}|={5})[-=\s]*([^\n]{0,80}?)[-=\s]*$/.exec(line.slice(0, 200)) ?? []
  return name === undefined ? null : name.trim()
}

const joined = (lines: readonly string[]) => {
  const whole: string[] = []
  for (const line of lines) {
    if (line.startsWith('-') && whole.length > 0) whole.push(`${whole.pop()} ${line.replace(/^-+\s*/, '')}`)
    else whole.push(line)
  }
  return whole
}

/** Rezkonv writes units as words, in columns of their own. */
const rezkonvIngredient = /^\s{0,8}(?:\d[\d./,-]{0,6}(?:\s\d\/\d)?)\s+\S/
/** A line that only its place tells: without an amount, with another unit, or continuing the one before. */
const isIndented = (line: string) => /^(?:\s{0,8}\d|\s{8})/.test(line)

class RecipeReader {
  readonly #about = new Map<string, string>()
  readonly #ingredients: string[] = []
  readonly #steps: string[] = []
  #columns: [string[], string[]] = [[], []]
  #paragraph = ''
  readonly #source: string[] = []
  #isSource = false
  /** Whether an empty line follows the ingredients: what comes next may be the steps. */
  #isAfterGap = false
  #isCooking = false
  readonly #isRezkonv: boolean
  constructor(isRezkonv: boolean) {
    this.#isRezkonv = isRezkonv
  }

  add(line: string): void {
    const [, key, value = ''] = /^\s{0,12}(Title|Titel|Categories|Kategorien|Yield|Servings|Menge):\s?(.{0,300})/i.exec(line) ?? []
    if (key !== undefined && !this.#isCooking && this.#about.size < 3) {
      this.#about.set(key.slice(0, 3).toLowerCase(), value.trim())
      return
    }
    const section = sectionIn(line)
    if (section !== null) this.#beginSection(section)
    else if (line.trim() === '') this.#endParagraph()
    else if (this.#isSource) this.#source.push(line.trim().replace(/^-+\s*/, ''))
    else if (this.#isCooking) this.#addText(line)
    else this.#addIngredients(line)
  }

  #addIngredients(line: string): void {
    const found = ingredientsIn(line)
    const isGap = this.#isAfterGap
    this.#isAfterGap = false
    if (found) for (const [at, one] of found.entries()) this.#columns[at === 0 ? 0 : 1].push(one)
    else if (this.#isRezkonv && rezkonvIngredient.test(line)) this.#columns[0].push(collapse(line))
    else if (isIndented(line) && (!isGap || this.#columns[0].length === 0)) this.#columns[0].push(collapse(line))
    else {
      this.#flush()
      this.#isCooking = true
      this.#addText(line)
    }
  }

  #addText(line: string): void {
    if (line.startsWith(':')) this.#endParagraph()
    this.#paragraph += ` ${line.replace(/^:/, '').trim()}`
  }

  #beginSection(name: string): void {
    this.#endParagraph()
    this.#flush()
    this.#isSource = /^quelle$/i.test(name)
    if (name !== '' && !this.#isSource && !/^(?:zutaten|ingredients)$/i.test(name))
      (this.#isCooking ? this.#steps : this.#ingredients).push(`${name}:`)
  }

  #endParagraph(): void {
    if (this.#paragraph.trim() !== '') this.#steps.push(collapse(this.#paragraph))
    this.#paragraph = ''
    this.#isSource = false
    this.#isAfterGap = true
  }

  /** The first column comes before the second. */
  #flush(): void {
    this.#ingredients.push(...joined(this.#columns.flat()))
    this.#columns = [[], []]
  }

  toDraft() {
    this.#endParagraph()
    this.#flush()
    return draftOf({
      name: this.#about.get('tit') ?? '',
      labels: (this.#about.get('cat') ?? this.#about.get('kat') ?? '').split(','),
      servings: servingsOf(this.#about.get('yie') ?? this.#about.get('ser') ?? this.#about.get('men') ?? null),
      ingredients: this.#ingredients,
      instructions: this.#steps,
      notes: this.#source.join('\n'),
    })
  }
}

/** Reads at most `max` recipes of a Meal-Master or Rezkonv file. */
export function readMealMaster(text: string, max: number): CollectionRecipes {
  const readers: RecipeReader[] = []
  let reader: RecipeReader | null = null
  for (const line of linesOf(text)) {
    if (isStart(line)) {
      if (readers.length >= max) break
      reader = new RecipeReader(/rezkonv/i.test(line.slice(0, 200)))
      readers.push(reader)
    } else if (/^(?:MMMMM|-{5}|={5})\s*$/.test(line)) reader = null
    else reader?.add(line.slice(0, 2000))
  }
  return { format: 'mealMaster', recipes: readers.map((one) => withoutPicture(one.toDraft())), losses: new Set() }
}
