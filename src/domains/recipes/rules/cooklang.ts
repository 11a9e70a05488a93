import type { CollectionLoss } from '../contract/import.ts'
import { type CollectionRecipes, collapse, linesOf, withoutPicture } from './collection-recipes.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { addValue, readFrontMatter, recipeAbout } from './front-matter.ts'

/** `@flour{200%g}(sifted)`, `#pan{}`, `~{10%minutes}`; a name of one word needs no braces. Lengths are bounded, so reading is linear. */
const component =
  /([@#~])([@&?+-]{0,3})(?:\((?:[=~\d]{1,5})\))?(?:([^@#~{}\n]{0,80})\{([^{}\n]{0,80})\}|([\p{L}\p{N}_][\p{L}\p{N}_'’-]{0,60}))(?:\(([^()\n]{0,200})\))?/gu

/** Returns whether a text is marked up as Cooklang. */
export const isCooklang = (text: string): boolean => /@[^@#~{}\n]{1,80}\{[^{}\n]{0,80}\}/u.test(text) || /^>>[^:\n]{1,40}:/m.test(text)

/** `200%g` as `200 g`; a leading `=` means that it isn't scaled. */
const amountOf = (text: string) => collapse(text.replace(/^=/, '').replace('%', ' '))
/** `olive oil|oil` is shown as oil; `./sauces/Pesto` names another recipe. */
const shownName = (name: string) => collapse(name.split('|').at(-1)?.split('/').at(-1) ?? '')

interface Reading {
  ingredients: string[]
  losses: Set<CollectionLoss>
}

/** Returns a step as text and adds its ingredients. */
function readStep(step: string, { ingredients, losses }: Reading): string {
  return step.replace(
    component,
    (whole: string, kind: string, marks: string, long?: string, inBraces?: string, word?: string, note?: string) => {
      const name = shownName(long ?? word ?? '')
      const amount = amountOf(inBraces ?? '')
      if (kind === '~') return amount === '' ? name : amount
      if (name === '') return whole
      if (kind === '#') losses.add('tools')
      // A reference names an ingredient again, and a hidden one isn't listed.
      else if (!/[&-]/.test(marks)) {
        const prepared = [note ?? '', marks.includes('?') ? 'optional' : ''].filter((part) => part !== '').join(', ')
        ingredients.push(`${amount} ${name}${prepared === '' ? '' : `, ${prepared}`}`.trim())
        if (amount !== '') losses.add('stepAmounts')
      }
      return name
    },
  )
}

const withoutComments = (text: string) => text.replace(/\[-[^[\]]{0,5000}?-\]/g, '').replace(/--.*$/gm, '')

/** Reads a Cooklang file; `fileName` names a recipe without a title. */
export function readCooklang(text: string, fileName: string): CollectionRecipes {
  const { matter, rest } = readFrontMatter(linesOf(text))
  const reading: Reading = { ingredients: [], losses: new Set() }
  const steps: string[] = []
  const notes: string[] = []
  let step = ''
  const end = () => {
    if (step.trim() !== '') steps.push(readStep(step, reading))
    step = ''
  }
  for (const line of linesOf(withoutComments(rest.join('\n')))) {
    const [, key, value] = /^>>([^:]{1,60}):(.*)$/.exec(line) ?? []
    const section = /^={1,6}([^=]{0,100})=*\s*$/.exec(line)?.[1]?.trim()
    if (key !== undefined && value !== undefined) addValue(matter, key, value)
    else if (line.startsWith('>')) notes.push(line.slice(1).trim())
    else if (section !== undefined) {
      end()
      if (section !== '') for (const list of [reading.ingredients, steps]) list.push(`${section}:`)
    } else if (line.trim() === '') end()
    else step += ` ${line.trim()}`
  }
  end()
  const about = recipeAbout(matter)
  const draft = draftOf({
    ...about,
    name: about.name ?? fileName,
    ingredients: reading.ingredients,
    instructions: steps.map(collapse),
    notes: [about.notes, ...notes].filter((part) => part !== '').join('\n'),
  })
  return { format: 'cooklang', recipes: [withoutPicture(draft)], losses: reading.losses }
}
