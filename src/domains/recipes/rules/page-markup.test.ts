import { expect, it } from 'vitest'
import { NewRecipe } from '../contract/recipe.ts'
import { parseRecipePage } from './read-recipe.ts'

const soup = { name: 'Leek soup', ingredients: ['3 leeks', '1 l stock'], instructions: ['Slice the leeks.', 'Simmer for 20 minutes.'] }

const declared: [shape: string, html: string, more?: object][] = [
  [
    'microdata',
    `<div itemscope itemtype="https://schema.org/Recipe">
      <h2 itemprop="name">Leek soup</h2><meta itemprop="recipeYield" content="4 bowls"><time itemprop="prepTime" datetime="PT15M">a while</time>
      <img itemprop="image" src="https://soup.example/a.jpg">
      <span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ann</span></span>
      <ul><li itemprop="recipeIngredient">3 leeks</li><li itemprop="recipeIngredient">1 l <b>stock</b></li></ul>
      <div itemprop="recipeInstructions"><p>Slice the leeks.</p><p>Simmer for 20&nbsp;minutes.</p></div>
      <div itemprop="review" itemscope itemtype="https://schema.org/Review"><p itemprop="name">Too salty</p></div>
    </div>`,
    { servings: 4, prepTime: 15, imageUrl: 'https://soup.example/a.jpg', notes: 'By Ann' },
  ],
  [
    'microdata with steps as things',
    `<article itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Leek soup</h1>
      <p itemprop="ingredients">3 leeks</p><p itemprop="ingredients">1 l stock</p>
      <ol><li itemprop="recipeInstructions" itemscope itemtype="http://schema.org/HowToStep"><span itemprop="text">Slice the leeks.</span></li>
      <li itemprop="recipeInstructions" itemscope itemtype="http://schema.org/HowToStep"><span itemprop="text">Simmer for 20 minutes.</span></li></ol></article>`,
  ],
  [
    'microdata that marks the list and its rows',
    `<div itemscope itemtype="http://schema.org/Recipe"><b itemprop="name">Leek soup</b>
      <ul itemprop="recipeIngredient"><li itemprop="recipeIngredient">3 leeks<li itemprop="recipeIngredient">1 l stock</ul>
      <ol itemprop="recipeInstructions"><li>Slice the leeks.<li>Simmer for 20 minutes.</ol></div>`,
  ],
  [
    'data-vocabulary.org',
    `<div itemscope itemtype="http://data-vocabulary.org/Recipe"><h1 itemprop="name">Leek soup</h1>
      <span itemprop="ingredient" itemscope itemtype="http://data-vocabulary.org/RecipeIngredient"><span itemprop="amount">3</span> <span itemprop="name">leeks</span></span>
      <span itemprop="ingredient" itemscope itemtype="http://data-vocabulary.org/RecipeIngredient"><span itemprop="amount">1 l</span> <span itemprop="name">stock</span></span>
      <div itemprop="instructions">Slice the leeks.<br>Simmer for 20 minutes.</div></div>`,
  ],
  [
    'RDFa',
    `<div vocab="https://schema.org/" typeof="Recipe"><h1 property="name">Leek soup</h1><meta property="cookTime" content="PT20M">
      <li property="recipeIngredient">3 leeks</li><li property="recipeIngredient">1 l stock</li>
      <div property="recipeInstructions"><ol><li>Slice the leeks.</li><li>Simmer for 20 minutes.</li></ol></div></div>`,
    { cookTime: 20 },
  ],
  [
    'RDFa with prefixes',
    `<div typeof="v:Recipe"><h1 property="v:name">Leek soup</h1><p property="v:ingredient">3 leeks</p><p property="v:ingredient">1 l stock</p>
      <div property="v:instructions"><p>Slice the leeks.</p><p>Simmer for 20 minutes.</p></div></div>`,
  ],
  [
    'h-recipe',
    `<article class="h-recipe"><h1 class="p-name">Leek soup</h1><time class="dt-duration" datetime="PT40M">40 min</time><data class="p-yield" value="3">three</data>
      <ul><li class="p-ingredient">3 leeks</li><li class="p-ingredient">1 l stock</li></ul>
      <div class="e-instructions"><ol><li>Slice the leeks.</li><li>Simmer for 20 minutes.</li></ol></div></article>`,
    { cookTime: 40, servings: 3 },
  ],
  [
    'hRecipe',
    `<div class="hrecipe"><h2 class="fn">Leek soup</h2><span class="yield">2 plates</span><ul><li class="ingredient"><span class="value">3</span> <span class="name">leeks</span></li><li class="ingredient">1 l stock</li></ul>
      <div class="instructions"><p>Slice the leeks.</p><p>Simmer for 20 minutes.</p></div></div>`,
    { servings: 2 },
  ],
]
const rows = '<li>3 leeks</li><li>1 l stock</li>'
const steps = '<li>Slice the leeks.</li><li>Simmer for 20 minutes.</li>'
const plugIns: [shape: string, html: string, more?: object][] = [
  [
    'WP Recipe Maker',
    `<div class="wprm-recipe-container"><div class="wprm-recipe wprm-recipe-template-x"><h2 class="wprm-recipe-name wprm-block-text-bold">Leek soup</h2>
      <span class="wprm-recipe-servings">6</span>
      <ul class="wprm-recipe-ingredients"><li class="wprm-recipe-ingredient"><span class="wprm-checkbox-container">▢ </span><span>3</span> <span>leeks</span></li><li class="wprm-recipe-ingredient">▢ 1 l stock</li></ul>
      <ul><li class="wprm-recipe-instruction"><div class="wprm-recipe-instruction-text">Slice the leeks.</div></li><li><div class="wprm-recipe-instruction-text">Simmer for 20 minutes.</div></li></ul></div></div>`,
    { servings: 6 },
  ],
  [
    'Tasty Recipes',
    `<div class="tasty-recipes"><h2 class="tasty-recipes-title">Leek soup</h2><div class="tasty-recipes-ingredients"><h3>Ingredients</h3><ul>${rows}</ul></div>
      <div class="tasty-recipes-instructions"><h3>Instructions</h3><ol>${steps}</ol></div></div>`,
  ],
  [
    'Mediavine Create',
    `<section class="mv-create-card"><h2 class="mv-create-title">Leek soup</h2><div class="mv-create-ingredients"><ul>${rows}</ul></div><div class="mv-create-instructions"><ol>${steps}</ol></div></section>`,
  ],
  [
    'ZipList',
    `<div id="zlrecipe-container"><div id="zlrecipe-title">Leek soup</div><ul id="zlrecipe-ingredients-list">${rows}</ul><ol id="zlrecipe-instructions-list">${steps}</ol></div>`,
  ],
  [
    'EasyRecipe',
    `<div class="easyrecipe"><div class="ERSName">Leek soup</div><div class="ERSIngredients"><ul>${rows}</ul></div><div class="ERSInstructions"><ol>${steps}</ol></div></div>`,
  ],
  [
    'Jetpack',
    `<div class="hrecipe-none jetpack-recipe"><h3 class="jetpack-recipe-title">Leek soup</h3><div class="jetpack-recipe-ingredients"><ul>${rows}</ul></div><div class="jetpack-recipe-directions"><p>Slice the leeks.</p><p>Simmer for 20 minutes.</p></div></div>`,
  ],
]
const around = (html: string) =>
  `<!doctype html><html><head><title>Leek soup | My site</title></head><body><h1>My site</h1>${html}</body></html>`

it.each(declared)('reads %s', (_shape, html, more = {}) => {
  const { recipe, readFrom } = parseRecipePage(around(html), null)
  expect(recipe).toMatchObject({ ...soup, ...more })
  expect(readFrom).toBe('data')
  expect(NewRecipe.safeParse(recipe).success).toBe(true)
})
it.each(plugIns)('reads the elements of %s, less surely', (_shape, html, more = {}) => {
  const { recipe, readFrom } = parseRecipePage(around(html), null)
  expect(recipe).toMatchObject({ ...soup, ...more })
  expect(readFrom).toBe('markup')
})
it('prefers JSON-LD, and fills what it lacks from microdata that has everything', () => {
  const data = (recipe: object) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Recipe', name: 'From data', ...recipe })}</script>`
  const [, html = ''] = declared[0] ?? []
  const whole = data({ recipeIngredient: ['1 egg'], recipeInstructions: 'Boil.' })
  expect(parseRecipePage(around(whole + html), null).recipe?.name).toBe('From data')
  expect(parseRecipePage(around(data({ description: 'Nothing else' }) + html), null).recipe?.name).toBe('Leek soup')
})
it('takes the name from the page if the recipe has none', () => {
  const html = `<div itemscope itemtype="https://schema.org/Recipe"><p itemprop="recipeIngredient">3 leeks</p><p itemprop="recipeInstructions">Simmer for long.</p></div>`
  expect(parseRecipePage(around(html), null).recipe?.name).toBe('Leek soup')
})
it.each([
  ['nested recipes', '<div itemscope itemtype="https://schema.org/Recipe">'.repeat(30_000)],
  ['nested properties', `<div itemscope itemtype="https://schema.org/Recipe">${'<div itemprop="recipeIngredient">1 egg'.repeat(40_000)}`],
  ['alternating properties', `<div typeof="Recipe">${'<div property="name"><div property="ingredients">x'.repeat(25_000)}`],
  ['many classes', `<p class="${'wprm-recipe '.repeat(100_000)}">`.repeat(2)],
  ['end tags of nothing', `<div class=hrecipe>${'</ul></p>'.repeat(100_000)}`],
])(
  'reads %s quickly',
  (_what, html) => {
    expect(NewRecipe.safeParse(parseRecipePage(html, null).draft).success).toBe(true)
  },
  60_000,
)
