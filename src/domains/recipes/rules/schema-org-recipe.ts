import { type ReadRecipe, toDraftFromSource } from './draft-from-parsed-recipe.ts'
import { plainText } from './html-text.ts'
import { findRecipes, getProperty, isJsonObject, isType, type JsonObject, toUnwrappedList } from './json-ld.ts'
import { parseMinutes } from './parse-duration.ts'
import { servingsInYield } from './read-servings.ts'

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textOf).find((text) => text !== '') ?? ''
  return isJsonObject(value) ? textOf(getProperty(value, 'text', 'name', 'value', '@id') ?? '') : ''
}

const splitLines = (text: string) =>
  plainText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** List items read at most: three times a recipe's limit. */
const maxParts = 300
const partsOf = (value: unknown) => toUnwrappedList(value).slice(0, maxParts)

/** Ingredients as strings, as one multi-line text, or as objects with name and amount. */
function ingredientsOf(node: JsonObject): string[] {
  const input = partsOf(getProperty(node, 'recipeIngredient', 'ingredients', 'ingredient', 'supply'))
  return input.flatMap((value): string[] => {
    if (typeof value === 'string') return splitLines(value)
    if (!isJsonObject(value)) return []
    if (isType(value, 'ItemList') || getProperty(value, 'itemListElement') !== undefined)
      return ingredientsOf({ recipeIngredient: getProperty(value, 'itemListElement') })
    const text = textOf(getProperty(value, 'text', 'originalText', 'display'))
    if (text !== '') return splitLines(text)
    const amount = getProperty(value, 'amount', 'quantity', 'requiredQuantity', 'value')
    const unit = textOf(
      getProperty(value, 'unit', 'unitText') ??
        (isJsonObject(amount) ? getProperty(amount, 'unitText', 'unitCode', 'unit', 'quantityType') : ''),
    )
    const name = textOf(getProperty(value, 'name', 'item', 'food', 'ingredient'))
    return name === ''
      ? []
      : splitLines(
          [textOf(isJsonObject(amount) ? getProperty(amount, 'value', 'amount') : amount), unit, name]
            .filter((part) => part !== '')
            .join(' '),
        )
  })
}

const stepNumber = /^(?:step\s*)?\d{1,2}[.):]\s+|^(?:schritt|étape|step)\s*\d{1,2}\s*[:.-]?\s*/i
/** A number between steps: `… butter. 2. Stir`, `… butter.2. Stir`. */
const numberBetween = /(?:^|\s|(?<=[.!?)]))\d{1,2}[.)]\s+/
/** The end of a sentence that another follows without a space: `… butter.Stir`. */
const gluedSentence = /(?<=[\p{Ll})][.!?])(?=\p{Lu}\p{Ll})/u

/** Splits one text into steps, by lines, by its numbers, or where spaces between sentences were lost. */
function stepsOfText(text: string): string[] {
  const rows = splitLines(text)
  const [only] = rows
  const parts = rows.length === 1 && only !== undefined ? stepsInLine(only) : rows
  return parts.map((row) => row.replace(stepNumber, '').trim()).filter((row) => row !== '')
}

function stepsInLine(line: string): string[] {
  if (/(?:^|\s)1[.)]\s/.test(line) && /[\s.!?)]2[.)]\s/.test(line)) return line.split(numberBetween)
  const sentences = line.split(gluedSentence)
  return sentences.length >= 3 ? sentences : [line]
}

/** Reads steps of any shape: text, HowToStep, HowToSection, nested lists. A section's name precedes its first step. */
function stepsOf(value: unknown, depth = 0): string[] {
  if (depth > 6) return []
  return partsOf(value).flatMap((step): string[] => {
    if (typeof step === 'string') return stepsOfText(step)
    if (!isJsonObject(step)) return []
    const inner = getProperty(step, 'itemListElement', 'steps', 'step', 'item')
    const name = textOf(getProperty(step, 'name', 'headline', 'title'))
    if (inner !== undefined) {
      const steps = stepsOf(inner, depth + 1)
      const isSection = isType(step, 'HowToSection') && name !== ''
      return steps.map((text, at) => (isSection && at === 0 ? `${plainText(name).replace(/:$/, '')}: ${text}` : text))
    }
    const text = textOf(getProperty(step, 'text', 'description', 'instruction'))
    if (text !== '') return withName(plainText(name), stepsOfText(text))
    return name !== ''
      ? stepsOfText(name)
      : Object.keys(step).every((key) => /^\d+$/.test(key))
        ? stepsOf(Object.values(step), depth + 1)
        : []
  })
}

/** A name that only counts or names the step. */
const emptyName = /^(?:step|schritt|étape|etape|paso|stap)?\s*\d{0,2}\s*[:.]?$/i

/** Puts a step's name before its text, unless the text repeats it. Some pages cut a sentence after its first words. */
function withName(name: string, steps: string[]): string[] {
  const [first = '', ...rest] = steps
  const key = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const [nameKey, textKey] = [key(name), key(first)]
  if (nameKey === '' || first === '' || emptyName.test(name) || textKey.startsWith(nameKey) || nameKey.startsWith(textKey)) return steps
  const whole = /^[.,;:!?)]/.test(first) ? `${name}${first}` : `${name.replace(/[:.…]+$/, '')}: ${first}`
  return [whole, ...rest]
}

/** Reads servings from `4`, `"4 servings"`, `"Serves 4-6"`, `["4", "4 portions"]`; null if none is stated, as in `500 g`. */
export function servingsOf(value: unknown): number | null {
  for (const one of toUnwrappedList(value)) {
    const count = servingsInYield(isJsonObject(one) ? textOf(getProperty(one, 'value', 'minValue', 'text', 'name')) : textOf(one))
    if (count !== null && count <= 500) return count
  }
  return null
}

/** Nodes visited for one address; nodes can refer to each other by id in cycles. */
const maxSeen = 200

/** Returns the address of a picture, also one relative to its page, such as `/soup.jpg`; null if the text is none. */
export function pictureAddress(text: string, page: string | null): string | null {
  const address = text.trim()
  if (/^https?:/i.test(address)) return address
  const isRelative = /^\.{0,2}\/|\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i.test(address) && !/^[a-z][a-z\d+.-]*:|^#/i.test(address)
  const [, scheme, host, folder = '/'] = /^(https?:)\/\/([^/?#\s]+)(\/(?:[^?#\s]*\/)?)?/i.exec(page ?? '') ?? []
  if (!isRelative || scheme === undefined || host === undefined) return null
  if (address.startsWith('//')) return `${scheme}${address}`
  return `${scheme}//${host}${withoutDots(address.startsWith('/') ? address : folder + address)}`
}

/** Resolves the `.` and `..` of a path. */
function withoutDots(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/').slice(1)) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

const webAddress = (text: string) => (/^https?:/i.test(text.trim()) ? text.trim() : null)

function addressOf(
  value: unknown,
  byId: ReadonlyMap<string, JsonObject>,
  toAddress: (text: string) => string | null = webAddress,
  seen = new Set<JsonObject>(),
  depth = 0,
): string | null {
  for (const one of partsOf(value)) {
    const own = typeof one === 'string' ? toAddress(one) : null
    if (own !== null) return own
    if (!isJsonObject(one) || depth > 3 || seen.has(one) || seen.size >= maxSeen) continue
    seen.add(one)
    const known = typeof one['@id'] === 'string' ? byId.get(one['@id']) : undefined
    const found = addressOf(getProperty(one, 'contentUrl', 'url', 'src') ?? known, byId, toAddress, seen, depth + 1)
    if (found) return found
  }
  return null
}

/** A width in an address, as WordPress and others write: `soup-225x300.jpg`, `?w=600`, `/w_600/`. */
const widthIn = (address: string) =>
  Number(/[-_](\d{2,4})x\d{2,4}\.\w+$|[?&/](?:w|width)[=_](\d{2,4})\b/i.exec(address)?.slice(1).find(Boolean) ?? fullWidth)
/** What a picture has that doesn't say: more than a thumbnail. */
const fullWidth = 1200

/** Returns the address of the widest of a recipe's pictures, the first of equals. */
function largestPicture(value: unknown, byId: ReadonlyMap<string, JsonObject>, page: string | null): string | null {
  const pictures = partsOf(value)
    .slice(0, 20)
    .flatMap((one) => {
      const address = addressOf(one, byId, (text) => pictureAddress(text, page))
      const width = isJsonObject(one) ? Number.parseInt(textOf(getProperty(one, 'width')), 10) : Number.NaN
      return address === null ? [] : { address, width: Number.isFinite(width) ? width : widthIn(address) }
    })
  return pictures.toSorted((a, b) => b.width - a.width)[0]?.address ?? null
}

const labelsOf = (node: JsonObject) =>
  ['recipeCuisine', 'recipeCategory', 'keywords'].flatMap((name) =>
    partsOf(getProperty(node, name))
      // Entities end in a semicolon, so they are decoded first.
      .flatMap((value) =>
        plainText(textOf(isJsonObject(value) ? (getProperty(value, 'name', 'termCode') ?? '') : value)).split(/[,;|]/, maxParts),
      )
      .slice(0, maxParts),
  )

/** Returns a recipe node as a draft; null if it has neither ingredients nor steps. */
function draftOfNode(node: JsonObject, byId: ReadonlyMap<string, JsonObject>, address: string | null): ReadRecipe | null {
  const ingredients = ingredientsOf(node)
  const instructions = stepsOf(getProperty(node, 'recipeInstructions', 'instructions', 'step'))
  if (ingredients.length === 0 && instructions.length === 0) return null
  const [prep, cook, total] = [
    parseMinutes(unwrap(getProperty(node, 'prepTime'))),
    parseMinutes(unwrap(getProperty(node, 'cookTime', 'performTime'))),
    parseMinutes(unwrap(getProperty(node, 'totalTime'))),
  ]
  const author = toUnwrappedList(getProperty(node, 'author'))
    .map(textOf)
    .find((name) => name !== '' && !/^https?:/.test(name))
  return toDraftFromSource({
    name: textOf(getProperty(node, 'name', 'headline')),
    description: textOf(getProperty(node, 'description')),
    ingredients,
    instructions,
    labels: labelsOf(node),
    prepTime: prep,
    cookTime: cook,
    totalTime: total,
    servings: servingsOf(getProperty(node, 'recipeYield', 'yield')),
    notes: author === undefined ? '' : `By ${plainText(author)}`,
    sourceUrl: addressOf(getProperty(node, 'url'), byId) ?? addressOf(getProperty(node, 'mainEntityOfPage'), byId) ?? address,
    imageUrl: largestPicture(getProperty(node, 'image', 'thumbnailUrl'), byId, address),
  })
}

const unwrap = (value: unknown): unknown =>
  isJsonObject(value) ? getProperty(value, 'maxValue', 'value', 'minValue') : Array.isArray(value) ? value[0] : value

/** Returns every recipe in JSON-LD data as drafts, in order; at most `max`. */
export function readRecipes(data: readonly unknown[], address: string | null, max = Number.POSITIVE_INFINITY): ReadRecipe[] {
  const { recipes, byId } = findRecipes(data)
  return recipes.slice(0, max).flatMap((node) => draftOfNode(node, byId, address) ?? [])
}
