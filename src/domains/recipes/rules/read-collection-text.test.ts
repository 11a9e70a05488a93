import { describe, expect, it } from 'vitest'
import { readCollectionText } from './read-collection-text.ts'

const read = (text: string, name = 'Dish') => {
  const { recipes, format, losses } = readCollectionText({ text, name }, 50)
  return { format, losses: [...losses].sort(), recipes: recipes.map(({ draft }) => draft), pictures: recipes.map(({ picture }) => picture) }
}

describe('Cooklang', () => {
  const text = `---
title: Leek tart
servings: 4
tags: [dinner, oven]
time:
  prep: 15 minutes
  cook: 1 hour
source: https://example.org/tart
---

-- my grandmother's
== Dough ==

Rub @butter{125%g}(cold) into @flour{250%g} in a #mixing bowl{}.

Rest for ~{30%minutes} [- or longer -].

= Filling

Fry @leeks{3} with @?thyme and @salt.
Add more @&flour{10%g}.

> Good cold, too.
`
  it('takes ingredients out of the steps, and says what it loses', () => {
    const { recipes, format, losses } = read(text)
    expect({ format, losses }).toEqual({ format: 'cooklang', losses: ['stepAmounts', 'tools'] })
    expect(recipes).toMatchObject([
      {
        name: 'Leek tart',
        servings: 4,
        tags: ['dinner', 'oven'],
        prepTime: 15,
        cookTime: 60,
        sourceUrl: 'https://example.org/tart',
        ingredients: ['Dough:', '125 g butter, cold', '250 g flour', 'Filling:', '3 leeks', 'thyme, optional', 'salt'],
        instructions: [
          'Dough:',
          'Rub butter into flour in a mixing bowl.',
          'Rest for 30 minutes .',
          'Filling:',
          'Fry leeks with thyme and salt. Add more flour.',
        ],
        notes: 'Good cold, too.',
      },
    ])
  })
  it('reads older metadata, and names a recipe after its file', () => {
    const { recipes } = read('>> servings: 2\n>> prep time: 10 min\n\nBoil @eggs{2}.', 'Soft eggs')
    expect(recipes).toMatchObject([{ name: 'Soft eggs', servings: 2, prepTime: 10, ingredients: ['2 eggs'], instructions: ['Boil eggs.'] }])
  })
})

describe('Markdown', () => {
  it('is read by its headings in three languages', () => {
    for (const [parts, steps] of [
      ['## Ingredients', '## Method'],
      ['## Zutaten', '## Zubereitung'],
      ['**Ingrédients**', '**Préparation**'],
    ]) {
      const text = `# Soup\n\nFor *cold* days.\n\nServes: 3\n\n![](img/soup.jpg)\n\n${parts}\n\n- [ ] 2 **leeks**\n- 1 [carrot](https://x.example)\n\n${steps}\n\n1. Chop.\n2. Simmer.\n\n## Notes\n\nFreezes well.\n`
      const { recipes, format, pictures } = read(text)
      expect({ format, pictures }).toEqual({ format: 'markdown', pictures: ['img/soup.jpg'] })
      expect(recipes).toMatchObject([
        {
          ...{ name: 'Soup', servings: 3, description: 'For cold days.', ingredients: ['2 leeks', '1 carrot'] },
          ...{ instructions: ['Chop.', 'Simmer.'], notes: 'Freezes well.' },
        },
      ])
    }
  })
  it('is parted by rules where it has no headings, and isn’t a recipe without ingredients', () => {
    expect(read('# Tea\n\n---\n\n- *1 tsp* tea\n- water\n\n---\n\nPour and wait.').recipes).toMatchObject([
      { name: 'Tea', ingredients: ['1 tsp tea', 'water'], instructions: ['Pour and wait.'] },
    ])
    expect(read('# About this folder\n\nMy recipes since 2019.').recipes).toEqual([])
  })
})

describe('RecipeMD', () => {
  it('has its yields in bold and its tags in italics', () => {
    const text = '# Guacamole\n\nFor chips.\n\n*vegan, dip*\n\n**2 Servings, 200g**\n\n---\n\n- *2* avocados\n\n---\n\nMash.'
    expect(read(text).recipes).toMatchObject([
      { name: 'Guacamole', servings: 2, tags: ['vegan', 'dip'], description: 'For chips.', ingredients: ['2 avocados'] },
    ])
  })
  it.each([
    ['**Zeit:** 30 min', 30],
    ['**Time**: 30 min', 30],
    ['Gesamtzeit: 1 Std. 10 Min.', 70],
    ['Temps total: 1 h 15', 75],
  ])('states its time in bold or plain: %s', (line, minutes) => {
    const { recipes } = read(`# Soup\n\n${line}\n\n## Ingredients\n\n- 1 leek\n\n## Method\n\nBoil.`)
    expect(recipes.map(({ prepTime, cookTime, totalTime }) => Math.max(prepTime + cookTime, totalTime))).toEqual([minutes])
  })
  it('may hold several recipes, each with its title', () => {
    const one = (name: string, food: string) => `# ${name}\n\n## Ingredients\n\n- ${food}\n\n## Method\n\nBoil the ${food}.\n\n`
    expect(read(one('Soup', '2 leeks') + one('Stew', '3 beets')).recipes).toMatchObject([
      { name: 'Soup', ingredients: ['2 leeks'], instructions: ['Boil the 2 leeks.'] },
      { name: 'Stew', ingredients: ['3 beets'], instructions: ['Boil the 3 beets.'] },
    ])
    expect(read('# Soup\n\n# Ingredients\n\n- 1 leek\n\n# Method\n\nBoil.').recipes).toMatchObject([
      { name: 'Soup', ingredients: ['1 leek'], instructions: ['Boil.'] },
    ])
  })
})

describe('Rezkonv', () => {
  it('keeps ingredients without an amount, continued lines and the source', () => {
    const text = `========== REZKONV-Rezept - RezkonvSuite v0.99
      Titel: Gulasch
 Kategorien: Fleisch, Eintopf
      Menge: 4 Portionen

============================== ZUTATEN ==============================
    500 Gramm  Rindfleisch
               Salz
      2        Zwiebeln
               -- gewürfelt
    1-2 Essl.  Öl

============================== QUELLE ==============================
               Omas Kochbuch
               -- Erfasst von Max

Das Fleisch anbraten.

2 Stunden schmoren.

=====
`
    const { recipes } = read(text)
    expect(recipes).toMatchObject([
      {
        ...{ name: 'Gulasch', tags: ['Fleisch', 'Eintopf'], servings: 4, notes: 'Omas Kochbuch\nErfasst von Max' },
        ingredients: ['500 Gramm Rindfleisch', 'Salz', '2 Zwiebeln gewürfelt', '1-2 Essl. Öl'],
        instructions: ['Das Fleisch anbraten.', '2 Stunden schmoren.'],
      },
    ])
  })
})

describe('Meal-Master', () => {
  it('keeps the ingredients after a range or an unknown unit', () => {
    const text = `MMMMM----- Recipe via Meal-Master (tm) v8.05

      Title: Soup
      Yield: 2 servings

    1-2 tb Oil
      1 zz Saffron
      3    Leeks

  Fry the leeks.

MMMMM
`
    expect(read(text).recipes).toMatchObject([
      { ingredients: ['1-2 tbsp Oil', '1 zz Saffron', '3 Leeks'], instructions: ['Fry the leeks.'] },
    ])
  })
  it('joins wrapped lines and reads two columns, the first one first', () => {
    const text = `MMMMM----- Recipe via Meal-Master (tm) v8.05

      Title: Plum dumplings
 Categories: Dessert, Austrian
      Yield: 6 servings

MMMMM-----------------------------DOUGH--------------------------------
    500 g  Potatoes; boiled the day           2    Eggs
           -before                            1 pn Salt
  1 1/2 c  Flour
      3 tb Butter

  Mash the potatoes. Knead in
  the rest.

  Boil for ten minutes.
:Serve hot.

MMMMM

---------- Recipe via Meal-Master (tm) v8.01

      Title: Toast
 Categories: Snacks
      Yield: 1 serving

      1 sl Bread

  Toast it.

-----
`
    const { recipes, format } = read(text)
    expect(format).toBe('mealMaster')
    expect(recipes).toMatchObject([
      {
        name: 'Plum dumplings',
        tags: ['Dessert', 'Austrian'],
        servings: 6,
        ingredients: ['DOUGH:', '500 g Potatoes; boiled the day before', '1 1/2 cup Flour', '3 tbsp Butter', '2 Eggs', '1 pinch Salt'],
        instructions: ['Mash the potatoes. Knead in the rest.', 'Boil for ten minutes.', 'Serve hot.'],
      },
      { name: 'Toast', servings: 1, ingredients: ['1 slice Bread'], instructions: ['Toast it.'] },
    ])
  })
  it('reads the German variant of Rezkonv', () => {
    const text = `========== REZKONV-Rezept - RezkonvSuite v1.4

     Titel: Apfelmus
Kategorien: Dessert, Obst
     Menge: 4 Personen

      1     kg  Äpfel
    100 Gramm   Zucker

Die Äpfel schälen
und weich kochen.

=====
`
    expect(read(text).recipes).toMatchObject([
      {
        name: 'Apfelmus',
        servings: 4,
        ingredients: ['1 kg Äpfel', '100 Gramm Zucker'],
        instructions: ['Die Äpfel schälen und weich kochen.'],
      },
    ])
  })
})

describe('MasterCook', () => {
  it('reads its text export', () => {
    const text = `                      *  Exported from  MasterCook  *

                               Bean Stew

Recipe By     : Aunt Vera
Serving Size  : 5     Preparation Time :0:45
Categories    : Soups                            Winter
                Beans

  Amount  Measure       Ingredient -- Preparation Method
--------  ------------  --------------------------------
  2       cups          white beans -- soaked overnight in plenty of
                        cold water
     1/2  teaspoon      salt
                        parsley

Boil the beans.

Season and
serve.

                   - - - - - - - - - - - - - - - - - -

NOTES : Better the next day.
Nutr. Assoc. : 0 0 0
Per Serving (excluding unknown items): 200 Calories
`
    const { recipes, format, losses } = read(text)
    expect({ format, losses }).toEqual({ format: 'masterCook', losses: ['nutrition'] })
    expect(recipes).toMatchObject([
      {
        name: 'Bean Stew',
        servings: 5,
        prepTime: 45,
        tags: ['Soups', 'Winter', 'Beans'],
        ingredients: ['2 cups white beans, soaked overnight in plenty of cold water', '1/2 teaspoon salt', 'parsley'],
        instructions: ['Boil the beans.', 'Season and serve.'],
        notes: 'Aunt Vera\nBetter the next day.',
      },
    ])
  })
  it('reads a table of ingredients that an empty line divides', () => {
    const text = `                      *  Exported from  MasterCook  *

                               Bean Stew

Serving Size  : 5     Preparation Time :0:45

  Amount  Measure       Ingredient -- Preparation Method
--------  ------------  --------------------------------
  2       cups          white beans

     1/2  teaspoon      salt
                        parsley

Boil the beans.
`
    expect(read(text).recipes).toMatchObject([
      { ingredients: ['2 cups white beans', '1/2 teaspoon salt', 'parsley'], instructions: ['Boil the beans.'] },
    ])
  })
  it('reads its XML, also where quotes aren’t escaped', () => {
    const text = `<?xml version="1.0" standalone="yes" encoding="ISO-8859-1"?>
<!DOCTYPE mx2 SYSTEM "mx2.dtd">
<mx2 source="MasterCook" date="May 3, 2024">
<Summ><Nam>Carrot sticks</Nam></Summ>
<RcpE name="Carrot "raw" sticks" author="Lena &amp; Ole">
<Serv qty="3"/>
<PrpT elapsed="0:10"/>
<CatS><CatT>
Snacks
</CatT></CatS>
<IngR name="carrots, in 1/2" sticks" unit="pounds" qty="1 1/2">
<IPrp>
peeled
</IPrp>
</IngR>
<IngR name="dip" unit="" qty=""></IngR>
<DirS>
<DirT>
Cut.
</DirT>
<DirT>
Dip.
</DirT>
</DirS>
<Desc>
Crunchy
</Desc>
<TTim elapsed="0:20"/>
<Nutr>
40 Calories
</Nutr>
</RcpE>
</mx2>`
    const { recipes, format, losses } = read(text)
    expect({ format, losses }).toEqual({ format: 'masterCook', losses: ['nutrition'] })
    expect(recipes).toMatchObject([
      {
        ...{ name: 'Carrot "raw" sticks', servings: 3, prepTime: 10, description: 'Crunchy', tags: ['Snacks'] },
        ...{ ingredients: ['1 1/2 pounds carrots, in 1/2" sticks, peeled', 'dip'], instructions: ['Cut.', 'Dip.'] },
        notes: 'Lena & Ole',
      },
    ])
  })
})

it('reads each recipe of a Recipe Keeper page, with its first photo', () => {
  const recipe = (name: string) => `<div class="recipe-details">
<meta content="4" itemprop="recipeRating"><h2 itemprop="name">${name}</h2>
<div>Course: <span itemprop="recipeCourse">Lunch</span><meta content="Quick" itemprop="recipeCategory"></div>
<div>Source: <a href="https://example.org/${name}"><span itemprop="recipeSource">https://example.org/${name}</span></a></div>
<div>Serving size: <span itemprop="recipeYield">2 plates</span></div>
<div>Preparation time: <span>5 mins</span><meta content="PT5M" itemprop="prepTime"></div><meta content="PT1H" itemprop="cookTime">
<img src="images/a_0.jpg" class="recipe-photo" /><img src="images/a_1.jpg" class="recipe-photos-div" />
<div class="recipe-ingredients" itemprop="recipeIngredients"><p>100g rice</p><p></p><p>1 onion</p></div>
<div itemprop="recipeDirections"><p>1. Boil.</p><p>2. Serve.</p></div>
<div class="recipe-notes" itemprop="recipeNotes"><p>Nice.</p></div>
<meta content="350" itemprop="recipeNutCalories"></div>`
  const { recipes, format, losses, pictures } = read(`<html><body>${recipe('Rice')}${recipe('Pilaf')}</body></html>`)
  expect({ format, losses, pictures }).toEqual({
    format: 'recipeKeeper',
    losses: ['nutrition', 'photos'],
    pictures: ['images/a_0.jpg', 'images/a_0.jpg'],
  })
  expect(recipes.map(({ name }) => name)).toEqual(['Rice', 'Pilaf'])
  expect(recipes[0]).toMatchObject({
    ...{ servings: 2, prepTime: 5, cookTime: 60, rating: 4, tags: ['Lunch', 'Quick'], sourceUrl: 'https://example.org/Rice' },
    ...{ ingredients: ['100g rice', '1 onion'], instructions: ['Boil.', 'Serve.'], notes: 'Nice.' },
  })
})

describe('JSON', () => {
  it('of Nextcloud Cookbook and others is schema.org data', () => {
    const data = {
      ...{ '@context': 'http://schema.org', '@type': 'Recipe', name: 'Dal', recipeYield: 4, prepTime: 'PT0H10M', tool: ['Pot'] },
      ...{
        recipeIngredient: ['200 g lentils'],
        recipeInstructions: ['Boil.'],
        nutrition: { '@type': 'NutritionInformation', calories: '300' },
      },
    }
    expect(read(JSON.stringify(data))).toMatchObject({
      ...{ format: 'schemaOrg', losses: ['nutrition', 'tools'] },
      recipes: [{ name: 'Dal', servings: 4, prepTime: 10, ingredients: ['200 g lentils'] }],
    })
  })
  it('of other programs needs a name, ingredients and steps', () => {
    const data = {
      recipes: [
        {
          title: 'Stew',
          ingredients: ['1 leek', { quantity: 2, unit: 'cups', name: 'stock' }],
          steps: [{ text: 'Boil.' }],
          tags: 'quick, stew',
        },
        { title: 'Not a recipe' },
      ],
    }
    expect(read(JSON.stringify(data))).toMatchObject({
      ...{ format: 'json', losses: [] },
      recipes: [{ name: 'Stew', ingredients: ['1 leek', '2 cups stock'], instructions: ['Boil.'], tags: ['quick', 'stew'] }],
    })
  })
  it.each([
    [{ ingredients: [{ quantity: { amount: 200, quantityType: 'g' }, ingredient: { name: 'flour' } }], steps: [{ step: 'Knead.' }] }],
    [{ ingredients: [{ amount: { value: '200', unitText: 'g' }, name: 'flour' }], steps: [{ text: 'Knead.' }] }],
  ])('reads nested amounts and steps: %j', (data) => {
    expect(read(JSON.stringify({ title: 'Bread', ...data })).recipes).toMatchObject([
      { ingredients: ['200 g flour'], instructions: ['Knead.'] },
    ])
  })
  it('keeps the sections of a Mealie recipe', () => {
    const recipeIngredient = [
      { title: 'Dough', originalText: '200 g flour' },
      { title: '', originalText: '1 egg' },
    ]
    const recipeInstructions = [
      { title: 'Dough', text: 'Knead.' },
      { title: null, text: 'Rest.' },
    ]
    expect(read(JSON.stringify({ name: 'Tart', slug: 'tart', recipeIngredient, recipeInstructions })).recipes).toMatchObject([
      { ingredients: ['Dough:', '200 g flour', '1 egg'], instructions: ['Dough:', 'Knead.', 'Rest.'] },
    ])
  })
  it.each([
    ['an edited amount', { quantity: 3, food: { name: 'eggs' }, display: '3 eggs', originalText: '2 eggs' }, '3 eggs'],
    ['an edited amount without a food', { quantity: 3, note: 'eggs', display: '3 eggs', originalText: '2 eggs' }, '3 eggs'],
    ['an amount without a display', { quantity: 3, food: { name: 'eggs' }, originalText: '2 eggs' }, '3 eggs'],
    ['the same amount', { quantity: 2, food: { name: 'egg' }, display: '2 egg', originalText: '2 large eggs' }, '2 large eggs'],
    [
      'a fraction',
      { quantity: 0.333, food: { name: 'oil' }, display: '⅓ cup oil', originalText: '1/3 cup olive oil' },
      '1/3 cup olive oil',
    ],
    [
      'a Pfund',
      { quantity: 2, food: { name: 'Mehl' }, display: '2 Pfund Mehl', originalText: '2 Pfund helles Mehl' },
      '2 Pfund helles Mehl',
    ],
    ['a default amount', { quantity: 1, note: '2 eggs', display: '1 2 eggs', originalText: '2 eggs' }, '2 eggs'],
  ])('has %s of a Mealie ingredient', (_, ingredient, line) => {
    const data = { name: 'Cake', slug: 'cake', recipeIngredient: [ingredient], recipeInstructions: [{ text: 'Bake.' }] }
    expect(read(JSON.stringify(data)).recipes[0]?.ingredients).toEqual([line])
  })
  it('writes out the placeholders of Tandoor’s steps, without Markdown', () => {
    const step = {
      name: 'Dough',
      instruction: 'Mix **well** {{ ingredients[0] }} and {{ scale(250) }} ml *water*.\n## Rest\nWait.',
      ingredients: [{ food: { name: 'flour' }, unit: { name: 'g' }, amount: 200 }],
    }
    expect(read(JSON.stringify({ name: 'Bread', steps: [step] })).recipes).toMatchObject([
      { ingredients: ['200 g flour'], instructions: ['Dough:', 'Mix well 200 g flour and 250 ml water.', 'Rest', 'Wait.'] },
    ])
  })
  it('says what it loses of Tandoor’s steps', () => {
    const step = (food: string, time: number) => ({ instruction: `Add ${food}.`, time, ingredients: [{ food: { name: food }, amount: 1 }] })
    expect(read(JSON.stringify({ name: 'Mix', steps: [step('a', 0), step('b', 5)] }))).toMatchObject({
      ...{ format: 'tandoor', losses: ['stepAmounts', 'stepTimes'] },
    })
  })
  it('loses nothing of Tandoor’s steps if one of them has all the ingredients and none a time', () => {
    const first = { instruction: 'Mix.', time: 0, ingredients: [{ food: { name: 'a' }, amount: 1 }] }
    const losses = [[], '', undefined].map((ingredients) => {
      const steps = [first, { instruction: 'Bake.', ...(ingredients === undefined ? {} : { ingredients }) }]
      return read(JSON.stringify({ name: 'Mix', steps })).losses
    })
    expect(losses).toEqual([[], [], []])
  })
})

describe('hostile files', () => {
  const long = 400_000
  it.each([
    ['cooklang', '@'.repeat(long)],
    ['cooklang', `@a{1} ${'@a b '.repeat(long / 5)}`],
    ['cooklang', `@a{1} ${'[-'.repeat(long / 2)}`],
    ['cooklang', `>> a: b\n${'{'.repeat(long)}`],
    ['markdown', '#'.repeat(long)],
    ['markdown', `## Ingredients\n${'- [a]('.repeat(long / 6)}`],
    ['markdown', `## Ingredients\n${'![['.repeat(long / 3)}`],
    ['markdown', `---\n${'a: b\n'.repeat(long / 5)}`],
    ['mealMaster', `MMMMM----- Meal-Master\n${'-'.repeat(long)}`],
    ['mealMaster', `MMMMM----- Meal-Master\n${' '.repeat(long)}x`],
    ['masterCook', `* Exported from MasterCook *\n${' '.repeat(long)}x`],
    ['masterCook', `<mx2><RcpE ${'name="'.repeat(long / 6)}`],
    ['masterCook', `<mx2><RcpE ${'<a'.repeat(long / 2)}`],
    ['masterCook', `<mx2>${`<RcpE name="a"><IngR ${'qty="'.repeat(500)}>`.repeat(long / 4000)}`],
    ['recipeKeeper', `itemprop="recipeDirections"${'<div class="recipe-details">'.repeat(long / 28)}`],
    ['json', `{"ingredients":${'['.repeat(long)}`],
    ['page', `<html>${'<div>'.repeat(long / 5)}`],
  ])('end soon with at most what they hold: %s', (_, text) => {
    const { recipes } = readCollectionText({ text, name: 'x' }, 2001)
    for (const { draft } of recipes) {
      expect(draft.ingredients.length).toBeLessThanOrEqual(100)
      expect(draft.instructions.length).toBeLessThanOrEqual(100)
    }
  })
})
