import { classesOf, hasElement, type PageElement, treeText, walkElements } from './html-tree.ts'
import { extractListItems } from './page-markup.ts'
import { parseLine } from './parse-line.ts'
import { isIngredientsHeading, isNotesHeading, isStepsHeading } from './recipe-headings.ts'

/** What the elements of a page look like, without any declaration. */
export interface PageSections {
  ingredients: string[]
  instructions: string[]
}

const asides = /^(?:nav|footer|aside|form|button|select|script|style|template|noscript|iframe|svg|dialog)$/
const asideNames =
  /^(?:.*comments?(?:[-_](?:list|area|section|wrap(?:per)?|form|body|content))?|respond|disqus.*|.*sidebar.*|.*related.*|.*(?:newsletter|subscribe|breadcrumb|cookie|consent|social|share|sharing)s?(?:[-_].*)?|.*(?:nutrition|equipment)(?:[-_].*)?|.*[-_](?:nav|menu|footer)|(?:nav|menu|footer)(?:bar)?[-_]?.*)$/i

/** Whether an element isn't part of the recipe: navigation, comments, other recipes. */
const isAside = (element: PageElement): boolean =>
  asides.test(element.name) ||
  (element.name !== 'body' &&
    [...classesOf(element), element.attributes.get('id') ?? ''].some((name) => name.length < 60 && asideNames.test(name)))

const maxRows = 100
const namesOf = (element: PageElement) => `${element.attributes.get('class') ?? ''} ${element.attributes.get('id') ?? ''}`.slice(0, 300)
const ingredientName =
  /(?:^|[\s_-])(?:recipe)?(?:ingredients?|ingredienser|zutaten(?:liste)?)(?:$|[\s_-])|ingredients?(?:List|Wrap)|recipeIngredients?/i
const stepName =
  /(?:^|[\s_-])(?:recipe)?(?:instructions?|directions?|method|preparation|zubereitung|preparations?|etapes?|steps?)(?:$|[\s_-])|(?:instructions?|directions?|steps?)(?:List|Wrap)|recipe(?:Instructions?|Directions?|Method|Steps?)/i

/** Whether a row reads like an ingredient: short, with an amount or few words. */
const isLikelyIngredient = (row: string) => row.length <= 160 && (parseLine(row).quantity !== null || row.split(' ').length <= 6)
const isStep = (row: string) => row.length >= 12 && /\s/.test(row)
/** Prose around a list of ingredients ends in a period. */
const isPlausibleIngredient = (row: string) => isLikelyIngredient(row) || (row.length <= 160 && !/[.!?]$/.test(row))
const isStepNumber = (row: string) => /^(?:step|schritt|[eé]tape)?\s{0,3}\d{0,3}\s{0,3}[.:)]?$/i.test(row)

const distinct = (rows: readonly string[]) => [...new Set(rows)]

/** Rows inside the outermost elements whose class or id fits. A page often holds a list twice, for screen and print. */
function namedRows(page: PageElement, name: RegExp, other: RegExp): string[] {
  const rows: string[] = []
  walkElements(page, (element) => {
    if (isAside(element) || rows.length > 3 * maxRows) return false
    const names = namesOf(element)
    // An element around both parts is named after the recipe, or after both.
    if (element.name === 'body' || !name.test(names) || other.test(names)) return true
    rows.push(...extractListItems(element))
    return false
  })
  return distinct(rows)
}

const headingLevel = ({ name }: PageElement) => (/^h[1-6]$/.test(name) ? Number(name[1]) : null)
/** Below all real headings. */
const boldLevel = 7
/** Elements that authors use for headings inside a paragraph. */
const isInline = (element: PageElement) => /^(?:strong|b|u|em|span|font|a)$/.test(element.name)

interface Block {
  text: string
  /** Null for text. */
  level: number | null
  isItem: boolean
}

/** Elements of which none holds another block are one block each. */
const isContainer = (element: PageElement): boolean =>
  element.children.some(
    (child) => typeof child !== 'string' && (blockNames.test(child.name) || (!/^(?:li|p|h[1-6])$/.test(child.name) && isContainer(child))),
  )
const blockNames =
  /^(?:div|p|ul|ol|li|h[1-6]|table|tbody|tr|section|article|header|main|dl|dt|dd|blockquote|figure|body|html|summary|details)$/

/** Whether an element is one row, even if it holds paragraphs. */
const isRow = (element: PageElement) =>
  element.name === 'tr' || (element.name === 'li' && !hasElement(element, ({ name }) => /^(?:[uo]l|li|table|h[1-6])$/.test(name)))

/** Returns the page as headings, list items and paragraphs in reading order. */
function blocksOf(page: PageElement): Block[] {
  const blocks: Block[] = []
  const add = (element: PageElement, isItem: boolean) => {
    const level = headingLevel(element) ?? (isBoldOnly(element) ? boldLevel : null)
    const lines = treeText(element).split('\n')
    for (const text of isItem || level !== null ? [lines.join(' ')] : lines) if (text !== '') blocks.push({ text, level, isItem })
  }
  const walk = (element: PageElement, isItem: boolean) => {
    if (isAside(element) || blocks.length > 20_000) return
    const inItem = isItem || /^(?:li|tr)$/.test(element.name)
    if (headingLevel(element) !== null || isRow(element) || !isContainer(element)) return add(element, inItem)
    let loose = ''
    const endLine = () => {
      for (const text of loose.split('\n').map((line) => line.replace(/\s+/g, ' ').trim()))
        if (text !== '') blocks.push({ text, level: null, isItem: inItem })
      loose = ''
    }
    for (const child of element.children) {
      if (typeof child === 'string') loose += child.replace(/\s+/g, ' ')
      else if (child.name === 'br') loose += '\n'
      else if (!blockNames.test(child.name) && !isContainer(child)) {
        if (isAside(child)) continue
        if (loose.trim() === '' && isInline(child) && isHeadingText(treeText(child))) {
          endLine()
          blocks.push({ text: treeText(child), level: boldLevel, isItem: false })
        } else loose += treeText(child)
      } else {
        endLine()
        walk(child, inItem)
      }
    }
    endLine()
  }
  walk(page, false)
  return blocks
}

const isHeadingText = (text: string) => isIngredientsHeading(text) || isStepsHeading(text) || isNotesHeading(text)

/** Whether an element consists of one bold text, as headings often do. */
function isBoldOnly(element: PageElement): boolean {
  const children = element.children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  const [only] = children
  return children.length === 1 && typeof only === 'object' && /^(?:strong|b)$/.test(only.name) && treeText(element).length <= 80
}

/** Where a recipe ends, whatever the level of the heading. */
const after =
  /^(?:\d+\s+)?(?:comments?|responses?|replies|leave a (?:reply|comment)|related|more recipes|you (?:may|might) also|share this|kommentare?|das könnte|ähnliche|commentaires?|vous aimerez|à lire aussi|equipment|nutrition|tags?)\b/i

/** Reads what follows headings such as "Ingredients" and "Method". */
function sectionsByHeading(page: PageElement): PageSections {
  const blocks = blocksOf(page)
  const read = (isStart: (text: string) => boolean): Block[] => {
    let best: Block[] = []
    for (const [at, { text, level }] of blocks.entries()) {
      if (text.length > 80 || !isStart(text)) continue
      const own = level ?? boldLevel + 1
      const rows: Block[] = []
      for (const block of blocks.slice(at + 1, at + 1 + 2 * maxRows)) {
        const isHeading = block.level !== null
        if (isHeadingText(block.text) && block.text.length <= 80) break
        if ((isHeading || block.text.length < 40) && after.test(block.text)) break
        if (isHeading && (block.level ?? 0) < boldLevel && (block.level ?? 0) <= own) break
        if (!isHeading) rows.push(block)
      }
      const items = rows.filter(({ isItem }) => isItem)
      // Text around a list is about the list. After it comes something else.
      const kept = items.length >= 2 ? items : rows
      if (kept.length > best.length) best = kept
    }
    return best
  }
  return {
    ingredients: read(isIngredientsHeading).map(({ text }) => text),
    instructions: read(isStepsHeading).map(({ text }) => text),
  }
}

const plausible = ({ ingredients, instructions }: PageSections): PageSections => {
  const likely = ingredients.filter(isLikelyIngredient)
  const steps = instructions.filter(isStep)
  return {
    ingredients:
      likely.length >= 2 && likely.length * 2 >= ingredients.length ? ingredients.filter(isPlausibleIngredient).slice(0, maxRows) : [],
    instructions:
      steps.length >= 1 && steps.length * 2 >= instructions.length
        ? instructions.filter((row) => !isStepNumber(row)).slice(0, maxRows)
        : [],
  }
}

/** Returns the parts of a recipe in elements that are named after them, such as `class="recipe-ingredients"`. */
const sectionsByName = (page: PageElement): PageSections => ({
  ingredients: namedRows(page, ingredientName, stepName).filter((row) => !isHeadingText(row)),
  instructions: namedRows(page, stepName, ingredientName).filter((row) => !isHeadingText(row)),
})

/** Returns ingredients and steps by headings, or else by names of elements. Each may be empty. A guess. */
export function guessSections(page: PageElement): PageSections {
  const [byHeading, byName] = [plausible(sectionsByHeading(page)), plausible(sectionsByName(page))]
  return {
    ingredients: byName.ingredients.length > 0 ? byName.ingredients : byHeading.ingredients,
    instructions: byName.instructions.length > 0 ? byName.instructions : byHeading.instructions,
  }
}
