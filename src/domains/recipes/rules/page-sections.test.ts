import { describe, expect, it } from 'vitest'
import { parseRecipePage } from './read-recipe.ts'

const rows = '<li>3 leeks</li><li>1 l vegetable stock</li><li>Salt</li>'
const steps = '<li>Slice the leeks thinly.</li><li>Simmer everything for 20 minutes.</li>'
const around = (html: string, head = '') =>
  `<!doctype html><html><head><title>Leek soup - Ann’s kitchen</title><meta property="og:site_name" content="Ann’s kitchen">${head}</head><body>
    <nav><ul><li>Ingredients A to Z</li><li>Methods</li></ul></nav>${html}
    <section id="comments"><h3>2 comments</h3><ol><li>Lovely, I used 2 onions and simmered it longer.</li></ol></section></body></html>`
const soup = {
  name: 'Leek soup',
  ingredients: ['3 leeks', '1 l vegetable stock', 'Salt'],
  instructions: ['Slice the leeks thinly.', 'Simmer everything for 20 minutes.'],
}

describe('the name of a page without recipe data', () => {
  const nameOf = (headings: string) => {
    const lists = `<h2>Ingredients</h2><ul>${rows}</ul><h2>Method</h2><ol>${steps}</ol>`
    return parseRecipePage(`<title>Leek soup - the best of Wales</title>${headings}${lists}`, null).draft.name
  }
  it.each([
    ['is its only heading, if the title begins with it', '<h1>Leek soup</h1>', 'Leek soup'],
    ['is its only heading, whatever its icons are called', '<h1>LEEK SOUP</h1><svg><title>Print</title></svg>', 'LEEK SOUP'],
    ['is the title if there are several headings', '<h1>Leek soup</h1><h1>More soups</h1>', 'Leek soup - the best of Wales'],
    ['is the title if the heading is the site’s', '<h1>Ann’s kitchen</h1>', 'Leek soup - the best of Wales'],
    ['is the title without a heading', '', 'Leek soup - the best of Wales'],
  ])('%s', (_, headings, name) => expect(nameOf(headings)).toBe(name))
})

describe('a page without recipe data', () => {
  it.each([
    ['headings and lists', `<h1>Leek soup</h1><p>My mother’s.</p><h2>Ingredients</h2><ul>${rows}</ul><h2>Method</h2><ol>${steps}</ol>`],
    ['German headings', `<h1>Leek soup</h1><h3>Zutaten für 4 Portionen:</h3><ul>${rows}</ul><h3>Zubereitung</h3><ol>${steps}</ol>`],
    ['French headings', `<h1>Leek soup</h1><h3>Ingrédients :</h3><ul>${rows}</ul><h3>Préparation</h3><ol>${steps}</ol>`],
    ['bold headings', `<h1>Leek soup</h1><p><strong>Ingredients:</strong></p><ul>${rows}</ul><p><b>Directions</b></p><ol>${steps}</ol>`],
    [
      'bold headings inside paragraphs',
      `<h1>Leek soup</h1><p><strong>Ingredients</strong><br>3 leeks<br>1 l vegetable stock<br>Salt</p><p><strong>Instructions</strong><br>Slice the leeks thinly.<br>Simmer everything for 20 minutes.</p>`,
    ],
    [
      'paragraphs as steps, and a story after them',
      `<h1>Leek soup</h1><h2>Ingredients</h2><ul>${rows}</ul><h2>How to make it</h2><p>Slice the leeks thinly.</p><p>Simmer everything for 20 minutes.</p><h2>Where I grew up</h2><p>We had a garden with leeks in long rows.</p>`,
    ],
    [
      'lists with their own headings',
      `<h1>Leek soup</h1><h2>Ingredients</h2><h3>For the soup</h3><ul><li>3 leeks</li><li>1 l vegetable stock</li></ul><h3>To serve</h3><ul><li>Salt</li></ul><h2>Method</h2><ol>${steps}</ol>`,
    ],
    [
      'a table',
      `<h1>Leek soup</h1><h2>Ingredients</h2><table><tr><td>3</td><td>leeks</td></tr><tr><td>1 l</td><td>vegetable stock</td></tr><tr><td></td><td>Salt</td></tr></table><h2>Steps</h2><ol>${steps}</ol>`,
    ],
    [
      'named elements',
      `<h1>Leek soup</h1><div class="recipe__ingredients"><p class=label>You need</p><ul>${rows}</ul></div><div class="recipe__method-steps"><ol>${steps}</ol></div>`,
    ],
    [
      'a list for screen and one for print',
      `<h1>Leek soup</h1><div class="ingredients"><ul>${rows}</ul></div><div class="instructions"><ol>${steps}</ol></div><div class="print ingredients"><ul>${rows}</ul></div>`,
    ],
    [
      'notes after the steps',
      `<h1>Leek soup</h1><h2>Ingredients</h2><ul>${rows}</ul><h2>Method</h2><ol>${steps}</ol><h2>Notes</h2><ul><li>Freezes well for three months.</li></ul>`,
    ],
  ])('is read by %s', (_what, html) => {
    const { recipe, readFrom } = parseRecipePage(around(html), 'https://ann.example/leek-soup')
    expect(recipe).toMatchObject({ ...soup, sourceUrl: 'https://ann.example/leek-soup' })
    expect(readFrom).toBe('headings')
  })
  it('tells how many it serves and which picture it has', () => {
    const html = `<h1>Leek soup</h1><p>Serves 6</p><h2>Ingredients</h2><ul>${rows}</ul><h2>Method</h2><ol>${steps}</ol>`
    const picture = '<meta property="og:image" content="https://ann.example/soup.jpg">'
    expect(parseRecipePage(around(html, picture), null).recipe).toMatchObject({ servings: 6, imageUrl: 'https://ann.example/soup.jpg' })
  })
  it('is no recipe with only one of the parts, but its draft has that part', () => {
    expect(parseRecipePage(around(`<h1>Leek soup</h1><h2>Ingredients</h2><ul>${rows}</ul>`), null)).toMatchObject({
      recipe: null,
      readFrom: null,
      draft: { ingredients: soup.ingredients, instructions: [] },
    })
  })
  it.each([
    [
      'a shop',
      '<h1>Leeks</h1><h2>Ingredients</h2><p>Leeks from our own fields, grown slowly and picked by hand on the day that we send them to you.</p><h2>Delivery method</h2><ul><li>Mail</li><li>Van</li></ul>',
    ],
    [
      'comments',
      '<h1>About us</h1><div class="comments"><h3>Ingredients</h3><ul><li>3 leeks</li><li>1 egg</li></ul><h3>Method</h3><p>Simmer everything for 20 minutes.</p></div>',
    ],
  ])('is no recipe if it is %s', (_what, html) => expect(parseRecipePage(around(html), null).recipe).toBeNull())
})

it.each([
  ['Just a moment...', true],
  ['Attention Required! | Cloudflare', true],
  ['Avant de continuer', true],
  ['Leek soup', false],
])('says whether a page titled %j is a question before the page: %s', (title, wall) => {
  expect(parseRecipePage(`<html><head><title>${title}</title></head><body><p>Please wait.</p></body></html>`, null).isWall).toBe(wall)
})
it('fills the steps that a page’s data lacks', () => {
  const data = '<script type="application/ld+json">{"@type":"Recipe","name":"Leek soup","recipeIngredient":["3 leeks"]}</script>'
  const { recipe, readFrom } = parseRecipePage(around(`${data}<h2>Method</h2><ol>${steps}</ol>`), null)
  expect(recipe).toMatchObject({ ingredients: ['3 leeks'], instructions: soup.instructions })
  expect(readFrom).toBe('headings')
})
it('doesn’t call data a guess that has only one part', () => {
  const data = '<script type="application/ld+json">{"@type":"Recipe","name":"Leek soup","recipeIngredient":["3 leeks"]}</script>'
  expect(parseRecipePage(around(data), null)).toMatchObject({ recipe: { ingredients: ['3 leeks'], instructions: [] }, readFrom: 'data' })
})
it('keeps long rows without an amount, short steps and steps that begin like a heading', () => {
  const items = ['3 leeks', 'Salt', 'Freshly ground black pepper and flaky sea salt to taste']
  const method = ['Tip the leeks into a large dish', 'Stir.', 'Note how the sauce thickens', 'Simmer everything for 20 minutes.', 'Enjoy!']
  const list = (rows: readonly string[]) => rows.map((row) => `<li>${row}</li>`).join('')
  const html = `<h2>Ingredients</h2><ul>${list(items)}</ul><h2>Method</h2><ol>${list(method)}</ol>`
  expect(parseRecipePage(around(html), null).recipe).toMatchObject({ ingredients: items, instructions: method })
})
it.each(['Tips', 'Tip:', 'Tips & tricks', 'Tip for the best soup', 'Notes', 'Recipe note', 'Tipps zum Einfrieren', 'Astuces du chef'])(
  'ends the steps at the heading %j',
  (heading) => {
    const html = `<h2>Ingredients</h2><ul>${rows}</ul><h2>Method</h2><ol>${steps}</ol><p>${heading}</p><ol><li>Freezes well for months.</li></ol>`
    expect(parseRecipePage(around(html), null).recipe).toMatchObject(soup)
  },
)

it.each([
  ['headings', '<h2>Ingredients</h2>'.repeat(30_000)],
  ['list items', `<h2>Ingredients</h2>${'<li>1 egg'.repeat(60_000)}<h2>Method</h2>`],
  ['nested elements', `<div class="ingredients">${'<div class="x ingredients">1 egg'.repeat(50_000)}`],
  ['bold text', '<b>Ingredients'.repeat(60_000)],
])('reads a page full of %s quickly', (_what, html) => expect(() => parseRecipePage(html, null)).not.toThrow(), 60_000)
