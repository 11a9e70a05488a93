import type { RecipeDraft } from '#domains/recipes/contract/index.ts'

/** A recipe page and what must be read from it, modeled on schema.org's examples. */
export interface PageCase {
  shape: string
  html: string
  reads: Partial<RecipeDraft>
}

const around = (head: string, body = '') =>
  `<!doctype html><html><head><title>A page</title>${head}</head><body><h1>Hello</h1>${body}</body></html>`
const script = (json: string, attributes = 'type="application/ld+json"') => `<script ${attributes}>${json}</script>`
const page = (data: unknown, attributes?: string) => around(script(JSON.stringify(data), attributes))

const basic = {
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: 'Leek soup',
  recipeIngredient: ['3 leeks', '1 l stock'],
  recipeInstructions: ['Slice the leeks.', 'Simmer for 20 minutes.'],
}
const soup: Partial<RecipeDraft> = {
  name: 'Leek soup',
  ingredients: ['3 leeks', '1 l stock'],
  instructions: ['Slice the leeks.', 'Simmer for 20 minutes.'],
}
const withSteps = (recipeInstructions: unknown) => page({ ...basic, recipeInstructions })
const withMore = (more: object) => page({ ...basic, ...more })
const of = (shape: string, html: string, reads: Partial<RecipeDraft> = soup): PageCase => ({ shape, html, reads })

export const pages: readonly PageCase[] = [
  of('one object', page(basic)),
  of('an array of objects', page([{ '@type': 'WebSite', name: 'Site' }, basic])),
  of('a graph', page({ '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage', name: 'Page' }, basic] })),
  of('a graph in an array', page([{ '@graph': [{ '@type': 'Person', name: 'Ann' }] }, { '@graph': [basic] }])),
  of('types in a list', page({ ...basic, '@type': ['Recipe', 'NewsArticle'] })),
  of('a type with its full address', page({ ...basic, '@type': 'http://schema.org/Recipe' })),
  of('a type in other letters', page({ ...basic, '@type': 'recipe' })),
  of(
    'prefixed names',
    page({
      '@context': { schema: 'https://schema.org/' },
      '@type': 'schema:Recipe',
      'schema:name': 'Leek soup',
      'schema:recipeIngredient': ['3 leeks', '1 l stock'],
      'schema:recipeInstructions': ['Slice the leeks.', 'Simmer for 20 minutes.'],
    }),
  ),
  of('the main entity of a web page', page({ '@type': 'WebPage', name: 'Page', mainEntity: basic })),
  of('an item of a list of items', page({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, item: basic }] })),
  of('the second script of the page', around(script('{"@type":"Organization","name":"Us"}') + script(JSON.stringify(basic)))),
  of('an attribute without quotes', page(basic, 'type=application/ld+json')),
  of('upper case and more attributes', page(basic, 'id="seo" TYPE=\'application/LD+JSON\' data-x="1>0"'.replace('1>0', '1'))),
  of('a broken script before', around(`${script('{not json')}${script(JSON.stringify(basic))}`)),
  of('inside an HTML comment mark', around(script(`<!-- ${JSON.stringify(basic)} -->`))),
  of('inside CDATA', around(script(`//<![CDATA[\n${JSON.stringify(basic)}\n//]]>`))),
  of('line breaks inside strings', around(script(JSON.stringify({ ...basic, description: 'two@lines' }).replace('@lines', '\n lines'))), {
    ...soup,
    description: 'two lines',
  }),
  of('trailing commas', around(script(JSON.stringify(basic).replace(']}', ',],}').replace(',],}', '],}')))),
  of(
    'a script that never ends',
    around(`<script type="application/ld+json">${JSON.stringify(basic)}`).replace('</head><body><h1>Hello</h1></body></html>', ''),
  ),
  of(
    'steps as HowToStep',
    withSteps([
      { '@type': 'HowToStep', text: 'Slice the leeks.' },
      { '@type': 'HowToStep', text: 'Simmer for 20 minutes.' },
    ]),
  ),
  of(
    'steps whose name repeats the text',
    withSteps([
      { '@type': 'HowToStep', name: 'Slice', text: 'Slice the leeks.' },
      { '@type': 'HowToStep', name: 'Simmer', text: 'Simmer for 20 minutes.', url: '#2' },
    ]),
  ),
  of(
    'steps with a name only',
    withSteps([
      { '@type': 'HowToStep', name: 'Slice the leeks.' },
      { '@type': 'HowToStep', name: 'Simmer for 20 minutes.' },
    ]),
  ),
  of(
    'steps in sections',
    withSteps([
      { '@type': 'HowToSection', name: 'Prepare', itemListElement: [{ '@type': 'HowToStep', text: 'Slice the leeks.' }] },
      { '@type': 'HowToSection', name: 'Cook', itemListElement: [{ '@type': 'HowToStep', text: 'Simmer for 20 minutes.' }] },
    ]),
    { instructions: ['Prepare: Slice the leeks.', 'Cook: Simmer for 20 minutes.'] },
  ),
  of(
    'a section with one step that is no list',
    withSteps([{ '@type': 'HowToSection', name: 'All', itemListElement: { '@type': 'HowToStep', text: 'Slice and simmer.' } }]),
    { instructions: ['All: Slice and simmer.'] },
  ),
  of(
    'steps of directions',
    withSteps([
      {
        '@type': 'HowToStep',
        itemListElement: [
          { '@type': 'HowToDirection', text: 'Slice the leeks.' },
          { '@type': 'HowToTip', text: 'Keep the green.' },
        ],
      },
    ]),
    { instructions: ['Slice the leeks.', 'Keep the green.'] },
  ),
  of(
    'an item list of steps',
    withSteps({
      '@type': 'ItemList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, item: { '@type': 'HowToStep', text: 'Slice the leeks.' } },
        { '@type': 'ListItem', position: 2, name: 'Simmer for 20 minutes.' },
      ],
    }),
  ),
  of('steps as one text of lines', withSteps('Slice the leeks.\nSimmer for 20 minutes.')),
  of('steps as one numbered text', withSteps('1. Slice the leeks. 2. Simmer for 20 minutes.')),
  of('steps as an HTML list', withSteps('<ol><li>Slice the leeks.</li><li>Simmer for 20 minutes.</li></ol>')),
  of('steps as paragraphs', withSteps('<p>Slice the leeks.</p>\n<p>Simmer for <b>20</b> minutes.</p>')),
  of(
    'steps in lists of lists',
    withSteps([[{ '@type': 'HowToStep', text: 'Slice the leeks.' }], [{ '@type': 'HowToStep', text: 'Simmer for 20 minutes.' }]]),
  ),
  of('steps as an object with numbers', withSteps({ 0: 'Slice the leeks.', 1: 'Simmer for 20 minutes.' })),
  of('steps with their own numbers', withSteps(['1. Slice the leeks.', 'Step 2: Simmer for 20 minutes.'])),
  of('ingredients as one text', page({ ...basic, recipeIngredient: '3 leeks\n1 l stock' })),
  of('ingredients under the old name', page({ ...basic, recipeIngredient: undefined, ingredients: ['3 leeks', '1 l stock'] })),
  of(
    'ingredients as objects',
    page({
      ...basic,
      recipeIngredient: [
        { '@type': 'PropertyValue', name: 'leeks', value: 3, amount: 3 },
        { name: 'stock', amount: '1', unit: 'l' },
      ],
    }),
  ),
  of('ingredients with markup and entities', page({ ...basic, recipeIngredient: ['3&nbsp;<a href="/leek">leeks</a>', '1 l stock'] })),
  of('ISO durations', withMore({ prepTime: 'PT15M', cookTime: 'PT1H5M' }), { prepTime: 15, cookTime: 65 }),
  of('durations of days', withMore({ prepTime: 'P0DT30M', cookTime: 'P1DT2H' }), { prepTime: 30, cookTime: 1560 }),
  of('a total time only', withMore({ totalTime: 'PT45M' }), { prepTime: 0, cookTime: 45 }),
  of('a total and a preparation', withMore({ prepTime: 'PT15M', totalTime: 'PT1H' }), { prepTime: 15, cookTime: 45 }),
  of('a total time longer than its parts', withMore({ prepTime: 'PT15M', cookTime: 'PT1H', totalTime: 'PT22H15M' }), {
    prepTime: 15,
    cookTime: 60,
    totalTime: 1335,
  }),
  of('a total time equal to its parts', withMore({ prepTime: 'PT15M', cookTime: 'PT1H', totalTime: 'PT1H15M' }), { totalTime: 0 }),
  of('durations in words', withMore({ prepTime: '10 minutes', cookTime: '1 hour 20 mins' }), { prepTime: 10, cookTime: 80 }),
  of('durations with a range', withMore({ cookTime: { '@type': 'Duration', minValue: 'PT20M', maxValue: 'PT30M' } }), { cookTime: 30 }),
  of('a yield in words', withMore({ recipeYield: 'Serves 4-6' }), { servings: 4 }),
  of('a yield in a list', withMore({ recipeYield: ['6', '6 portions'] }), { servings: 6 }),
  of('a yield as a number', withMore({ recipeYield: 8 }), { servings: 8 }),
  of('a yield as a quantity', withMore({ recipeYield: { '@type': 'QuantitativeValue', value: 12, unitText: 'rolls' } }), { servings: 12 }),
  of('a yield of a dozen', withMore({ recipeYield: '2 dozen cookies' }), { servings: 24 }),
  of('an image as a string', withMore({ image: 'https://img.example/a.jpg' }), { imageUrl: 'https://img.example/a.jpg' }),
  of('an image in a list', withMore({ image: ['https://img.example/1.jpg', 'https://img.example/2.jpg'] }), {
    imageUrl: 'https://img.example/1.jpg',
  }),
  of('an image object', withMore({ image: { '@type': 'ImageObject', url: 'https://img.example/o.jpg', width: 800 } }), {
    imageUrl: 'https://img.example/o.jpg',
  }),
  of(
    'an image by reference',
    page({
      '@graph': [
        { ...basic, image: { '@id': '#pic' } },
        { '@type': 'ImageObject', '@id': '#pic', contentUrl: 'https://img.example/r.jpg' },
      ],
    }),
    { imageUrl: 'https://img.example/r.jpg' },
  ),
  of('cuisine, category and keywords', withMore({ recipeCuisine: 'Thai', recipeCategory: ['Dinner', 'Soup'], keywords: 'quick, spicy' }), {
    category: 'asian',
    tags: ['Thai', 'Dinner', 'Soup', 'quick', 'spicy'],
  }),
  of('keywords as terms', withMore({ keywords: [{ '@type': 'DefinedTerm', name: 'Pasta' }] }), { category: 'italian', tags: ['Pasta'] }),
  of('entities in the name', withMore({ name: 'Mac &amp; Cheese &#8211; Mom&rsquo;s' }), { name: 'Mac & Cheese – Mom’s' }),
  of('entities encoded twice', withMore({ name: 'Salt &amp;amp; Pepper' }), { name: 'Salt & Pepper' }),
  of('markup in name and description', withMore({ name: '<b>Leek</b> soup', description: '<p>Warm.</p><p>Green.</p>' }), {
    name: 'Leek soup',
    description: 'Warm.\nGreen.',
  }),
  of('an author and an address', withMore({ author: { '@type': 'Person', name: 'Ann Cook' }, url: 'https://recipes.example/leek' }), {
    notes: 'By Ann Cook',
    sourceUrl: 'https://recipes.example/leek',
  }),
  of(
    'values in wrappers',
    page({ ...basic, name: { '@value': 'Leek soup', '@language': 'en' }, recipeIngredient: { '@list': ['3 leeks', '1 l stock'] } }),
  ),
  of('two recipes, one of them whole', page([{ '@type': 'Recipe', name: 'Teaser', recipeIngredient: ['1 onion'] }, basic])),
  of(
    'bad values beside good ones',
    withMore({ prepTime: 'soon', recipeYield: 'some', image: 'data:image/png;base64,AA', url: 'javascript:alert(1)', keywords: 7 }),
    { ...soup, prepTime: 0, servings: 4, imageUrl: null, sourceUrl: null },
  ),
]
