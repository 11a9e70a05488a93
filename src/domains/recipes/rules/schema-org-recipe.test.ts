import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pages } from '#tests/recipes/pages.ts'
import { NewRecipe } from '../contract/recipe.ts'
import { parseMinutes } from './parse-duration.ts'
import { parseRecipePage, readPastedRecipe } from './read-recipe.ts'

describe('a page with a schema.org recipe', () => {
  it.each(pages)('is read in the shape $shape', ({ html, reads }) => {
    const recipe = parseRecipePage(html, null).recipe
    expect(recipe).toMatchObject(reads)
    expect(NewRecipe.safeParse(recipe).success).toBe(true)
  })
  it('has at least 40 shapes', () => expect(pages.length).toBeGreaterThanOrEqual(40))

  it.each([
    ['a yield', { recipeYield: '6 portions' }, '', 6, true],
    ['no yield', {}, '', 4, false],
    ['a yield in its text only', {}, '<p>Serves 2</p>', 2, true],
    ['a yield that is no number', { recipeYield: 'a large pot' }, '', 4, false],
    ['a yield by weight', { recipeYield: '500 g' }, '', 4, false],
    ['a yield by the pan', { recipeYield: '9x13 pan' }, '', 4, false],
    ['a yield by size and servings', { recipeYield: '8-inch cake, serves 10' }, '', 10, true],
    ['a yield in dozens', { recipeYield: '2 dozen 3-inch cookies' }, '', 24, true],
    ['a yield in German', { recipeYield: 'Springform 26 cm (12 Stücke)' }, '', 12, true],
    ['a yield in French', { recipeYield: 'pour un moule de 20 cm, 6 personnes' }, '', 6, true],
    ['a yield with a fraction', { recipeYield: '1 1/2 cups' }, '', 4, false],
    ['a yield with a fraction as one character', { recipeYield: '1½ cups' }, '', 4, false],
    ['a yield with decimals', { recipeYield: '4.0' }, '', 4, true],
    ['servings in a heading', {}, '<h2>Zutaten für 2 Personen</h2>', 2, true],
    ['servings in French', {}, '<p>Pour 6 personnes</p>', 6, true],
    ['a line to pour', {}, '<p>Pour in 500 ml stock</p>', 4, false],
    ['a pan', {}, '<p>Pour into a 9-inch pan.</p>', 4, false],
    ['a German time', {}, '<p>Für 20 Minuten backen.</p>', 4, false],
    ['a French purpose', {}, '<p>Pour la sauce : 20 g de beurre</p>', 4, false],
  ])('with %s says whether its servings are known', (_what, data, text, servings, hasServings) => {
    const recipe = { '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 onion'], recipeInstructions: ['Simmer.'], ...data }
    const html = `<body><script type="application/ld+json">${JSON.stringify(recipe)}</script>${text}</body>`
    expect(parseRecipePage(html, null)).toMatchObject({ recipe: { servings }, hasServings })
  })

  it.each([
    ['Linseneintopf', [], 'other'],
    ['Cheeseburger vom Grill', ['BBQ', 'Hauptgericht'], 'other'],
    ['Pancakes', ['Frühstück'], 'other'],
    ['Gumbo', ['Amerikanisch'], 'american'],
    ['Lasagne', [], 'italian'],
  ])('“%s” with the labels %j is filed as %s', (name, keywords, category) => {
    const data = { '@type': 'Recipe', name, keywords, recipeIngredient: ['1 Zwiebel'] }
    expect(readPastedRecipe(JSON.stringify(data)).recipe?.category).toBe(category)
  })

  it('yields the first of several recipes that has both ingredients and steps', () => {
    const recipes = [
      { name: 'Shopping for soup', recipeIngredient: ['1 onion', '2 leeks', '1 l stock'] },
      { name: 'How to simmer', recipeInstructions: ['Chop.', 'Simmer.', 'Serve.'] },
      { name: 'Soup', recipeIngredient: ['1 onion'], recipeInstructions: ['Simmer.'] },
      { name: 'Stew', recipeIngredient: ['1 onion', '1 carrot'], recipeInstructions: ['Chop.', 'Simmer.'] },
    ].map((recipe) => ({ '@type': 'Recipe', ...recipe }))
    const nameOf = (list: unknown) =>
      parseRecipePage(`<script type="application/ld+json">${JSON.stringify(list)}</script>`, null).recipe?.name
    expect(nameOf(recipes)).toBe('Soup')
    expect(nameOf(recipes.toReversed())).toBe('Stew')
    expect(nameOf(recipes.slice(0, 2))).toBe('Shopping for soup')
  })
  it.each([
    ['/img/soup.jpg', 'https://ann.example/img/soup.jpg'],
    ['//cdn.example/soup.jpg', 'https://cdn.example/soup.jpg'],
    ['soup.webp', 'https://ann.example/soups/soup.webp'],
    [{ '@type': 'ImageObject', url: '../soup.png' }, 'https://ann.example/soup.png'],
    ['https://other.example/soup', 'https://other.example/soup'],
    ['#primaryimage', null],
    ['data:image/png;base64,aaaa', null],
    ['javascript:alert(1)//a.jpg', null],
  ])('finds its picture at %j', (image, imageUrl) => {
    const data = JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 onion'], recipeInstructions: ['Simmer.'], image })
    const html = `<script type="application/ld+json">${data}</script>`
    expect(parseRecipePage(html, 'https://ann.example/soups/leek').recipe).toMatchObject({ imageUrl })
  })
  it.each([
    [{ '@type': 'PropertyValue', name: 'flour', value: '200', unitText: 'g' }],
    [{ quantity: { amount: 200, quantityType: 'g' }, ingredient: { name: 'flour' } }],
    [{ name: 'flour', amount: { '@type': 'QuantitativeValue', value: 200, unitText: 'g' } }],
  ])('reads an ingredient such as %j', (ingredient) => {
    const data = { '@type': 'Recipe', name: 'Bread', recipeIngredient: [ingredient] }
    expect(readPastedRecipe(JSON.stringify(data)).recipe?.ingredients).toEqual(['200 g flour'])
  })
  it.each([
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['//<![CDATA[\n', '\n//]]>'],
    ['/* <![CDATA[ */', '/* ]]> */;'],
    ['\n\ufeff', '\n'],
  ])('is read between %j and %j', (before, after) => {
    const data = JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 onion'] })
    expect(parseRecipePage(`<script type="application/ld+json">${before}${data}${after}</script>`, null).recipe).toMatchObject({
      name: 'Soup',
    })
  })

  it('I-07 yields plain text only, whatever its fields contain', () => {
    const attack = {
      '@type': 'Recipe',
      name: 'Soup<script>alert(1)</script>',
      description: '&lt;img src=x onerror=alert(1)&gt;Warm',
      recipeIngredient: ['<svg/onload=alert(1)>1 onion', '2 < 3 leeks'],
      recipeInstructions: [{ '@type': 'HowToStep', text: '<style>*{}</style><a href="javascript:alert(1)">Simmer</a>.' }],
      image: 'javascript:alert(1)',
      url: ' java\tscript:alert(1)',
    }
    const html = `<script type="application/ld+json">${JSON.stringify(attack).replaceAll('</', '<\\/')}</script>`
    expect(parseRecipePage(html, null).recipe).toMatchObject({
      name: 'Soup',
      description: 'Warm',
      ingredients: ['1 onion', '2 < 3 leeks'],
      instructions: ['Simmer.'],
      imageUrl: null,
      sourceUrl: null,
    })
  })
  it('I-45 is read quickly with 50,000 nodes, wrong types, deep nesting or a title of 2 MB', () => {
    const nodes = Array.from({ length: 50_000 }, (_, at) => ({
      '@type': 'Thing',
      '@id': `#${at}`,
      next: { '@id': `#${(at + 1) % 50_000}` },
    }))
    const script = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const everywhere = (count: number) => Array.from({ length: count }, () => ({ '@id': 'a' }))
    const pointing = { '@type': 'Recipe', recipeIngredient: ['1 egg'], image: everywhere(20_000), url: everywhere(20_000) }
    const hostile = [
      script([{ '@id': 'a', url: everywhere(20_000) }, pointing]),
      script({ '@graph': nodes }),
      script({ '@graph': Array.from({ length: 30_000 }, () => ({ '@type': 'Recipe', name: 'x', recipeIngredient: ['1 egg'] })) }),
      `<script type="application/ld+json">[${'[],'.repeat(600_000)}1]</script>`,
      `<script type="application/ld+json">{"@type":"Recipe","name":${'{"value":'.repeat(150_000)}1${'}'.repeat(150_000)}}</script>`,
      script({ '@type': 'Recipe', name: 5, recipeIngredient: { a: { b: 1 } }, recipeInstructions: 7, recipeYield: {}, prepTime: [] }),
      `<script type="application/ld+json">${deep}</script>`,
      script({ '@type': 'Recipe', name: 'x'.repeat(2_000_000), recipeIngredient: ['1 egg'] }),
      `<title>${'<'.repeat(500_000)}`,
      '<script '.repeat(50_000),
      `${'<p'.repeat(200_000)}`,
      `&${'amp;'.repeat(100_000)}`,
    ]
    for (const html of hostile) {
      const { draft } = parseRecipePage(html, 'https://recipes.example/')
      expect(NewRecipe.safeParse(draft).success).toBe(true)
      expect(NewRecipe.safeParse(readPastedRecipe(html).draft).success).toBe(true)
    }
  }, 60_000)
})

describe('a page without a recipe', () => {
  it('yields its title and description as a draft', () => {
    const html =
      '<html><head><title>My soup &amp; I</title><meta name="description" content="A story."></head><body><p>1 onion</p></body></html>'
    expect(parseRecipePage(html, 'https://blog.example/soup')).toMatchObject({
      recipe: null,
      draft: { name: 'My soup & I', description: 'A story.', ingredients: [], instructions: [], sourceUrl: 'https://blog.example/soup' },
    })
  })
})

describe('pasted text', () => {
  it('with headings is a recipe, in three languages', () => {
    const english = 'Leek soup\nServes 6\n\nIngredients:\n• 3 leeks\n• 1 l stock\n\nMethod\n1. Slice the leeks.\n2. Simmer.'
    expect(readPastedRecipe(english).recipe).toMatchObject({
      name: 'Leek soup',
      servings: 6,
      ingredients: ['• 3 leeks', '• 1 l stock'],
      instructions: ['Slice the leeks.', 'Simmer.'],
    })
    expect(readPastedRecipe('Lauchsuppe\nFür 4 Portionen\nZutaten\n3 Stangen Lauch\nZubereitung\nLauch schneiden.').recipe).toMatchObject({
      name: 'Lauchsuppe',
      servings: 4,
    })
    expect(readPastedRecipe('Soupe\nIngrédients\n3 poireaux\nPréparation\nÉmincer.').recipe).toMatchObject({
      name: 'Soupe',
      ingredients: ['3 poireaux'],
    })
  })
  it.each([
    ['Suppe\nZutaten für 2 Personen\n3 Stangen Lauch\nZubereitung\nKochen.', 2, ['3 Stangen Lauch']],
    ['Soupe\nIngrédients pour 6 personnes :\n3 poireaux\nPréparation\nCuire.', 6, ['3 poireaux']],
    ['Soup\n6 servings\nIngredients\n3 leeks\nMethod\nSimmer.', 6, ['3 leeks']],
    ['Soup\nIngredients\nServes 6\n3 leeks\nMethod\nSimmer.', 6, ['3 leeks']],
    ['Kuchen\n12 Portionen\nZutaten\n3 Eier\nFür die Form 20 g Butter\nZubereitung\nBacken.', 12, ['3 Eier', 'Für die Form 20 g Butter']],
  ])('names its servings in a line or the heading of the ingredients: %j', (text, servings, ingredients) => {
    expect(readPastedRecipe(text)).toMatchObject({ recipe: { servings, ingredients, description: '' }, hasServings: true })
  })
  it('doesn’t take servings from an ingredient', () => {
    const text = 'Kuchen\nZutaten\n3 Eier\nFür die Form 20 g Butter\nZubereitung\nFür 20 Minuten backen.'
    expect(readPastedRecipe(text)).toMatchObject({ recipe: { servings: 4 }, hasServings: false })
  })
  it('without headings is a draft with likely ingredients', () => {
    expect(readPastedRecipe('Grandma’s soup\n3 leeks\n1 l stock\nShe always made it on Sundays.')).toMatchObject({
      recipe: null,
      draft: { name: 'Grandma’s soup', ingredients: ['3 leeks', '1 l stock'], notes: 'She always made it on Sundays.' },
    })
  })
  it('with a page’s source or bare JSON-LD is read like the page', () => {
    expect(readPastedRecipe(pages[0]?.html ?? '').recipe?.name).toBe('Leek soup')
    expect(readPastedRecipe(JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 onion'] })).recipe?.name).toBe('Soup')
  })
  it('always yields a draft that can be saved', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 200 }), fc.json()), (text) => {
        expect(NewRecipe.safeParse(readPastedRecipe(text).draft).success).toBe(true)
        expect(NewRecipe.safeParse(parseRecipePage(text, null).draft).success).toBe(true)
      }),
    )
  }, 60_000)
})

describe('a duration', () => {
  it.each([
    ['PT1H5M', 65],
    ['P0DT30M', 30],
    ['PT90M', 90],
    ['PT1.5H', 90],
    ['pt20m', 20],
    ['PT0S', 0],
    ['P1W', 10_080],
    ['1h30', 90],
    ['1:15', 75],
    ['30', 30],
    [45, 45],
    ['2 Std 10 Min', 130],
    ['1/2 hour', 30],
    ['3/4 Std.', 45],
    ['1 1/2 hours', 90],
    ['1½ hours', 90],
    ['1 hr 30', 90],
    ['1 h 30', 90],
    ['1 hour 30', 90],
    ['1 heure 15', 75],
    ['30 mn', 30],
    ['20-30 min', 30],
    ['45 min - 1 hour', 60],
    ['1 hr 30 - 2 hrs', 120],
    ['PT30M-45M', 45],
    ['PT45M/PT1H', 60],
    ['1:30:00', 90],
    ['2 Tage', 2880],
    ['ages', null],
    [null, null],
  ])('of %s is %s minutes', (text, minutes) => expect(parseMinutes(text)).toBe(minutes))
})
