import type { RecipeCategory } from '#domains/recipes/contract/recipe.ts'
import { parseRecipeText } from '#domains/recipes/rules/recipe-text.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { Language } from '#platform/shared/language.ts'
import { parseTextTable } from '#platform/shared/text-table.ts'
import { Unit, type UnitDisplay } from '#platform/shared/units.ts'
import { createPlan, type ImportPlan, type PlanData } from '../../rules/import-plan.ts'
import { type DemoLot, readDemoLots } from './demo-lots.ts'
import { translateDemoName } from './demo-names.ts'

type System = UnitDisplay['regional']

/**
 * The items, with their dates and prices in `demoLots`: `food | amount and minimum with US units`. Without amount, it is the same in both
 * systems.
 */
const itemTable = `
Milk | 0.5 gal 1
Greek yogurt | 6 oz 16
Butter | 8 oz 8
Eggs
Cheddar | 8 oz
Chicken breast | 1 lb
Ham | 4 oz
Spinach | 8 oz
Carrots
Mushrooms | 3 oz
Lemons
Pasta | 1.5 lb 1
Rice | 3 lb 2
Flour | 2 lb 2
Canned tomatoes
Olive oil | 8 fl_oz 16
Onions
Potatoes | 5 lb 2
Tomatoes
Peas | 1.5 lb
Salmon | 1 lb
Ice cream | 20 fl_oz
`

/** `food | amount | amount with US units`. */
const listTable = `
Apples | 6 each | 6 each
Bread | 1 each | 1 each
Orange juice | 1 l | 0.5 gal
Parmesan | 200 g | 8 oz
Coffee | 500 g | 1 lb
`

interface SampleRecipe {
  category: RecipeCategory
  minutes: readonly [prep: number, cook: number]
  servings: number
  text: Readonly<Record<Language, string>>
}

/** The text is a name and what `parseRecipeText` reads. `[metric / US]` is the amount in either system. */
const recipes: readonly SampleRecipe[] = [
  {
    category: 'italian',
    minutes: [5, 20],
    servings: 2,
    text: {
      en: `
Pasta with tomato sauce
Quick to make from what’s always in the pantry.
- [250 g / 8 oz] pasta
- 1 can tomatoes
- 1 onion
- 2 tbsp olive oil
- 1 clove garlic
> Chop the onion and the garlic and soften them in the oil for 5 minutes.
> Add the tomatoes, season, and simmer for 10 minutes. Meanwhile, boil the pasta in salted water.
> Drain the pasta, toss it in the sauce, and serve.`,
      de: `
Nudeln mit Tomatensoße
Schnell gemacht aus dem, was fast immer im Haus ist.
- [250 g / 8 oz] Nudeln
- 1 Dose Tomaten
- 1 Zwiebel
- 2 EL Olivenöl
- 1 Zehe Knoblauch
> Zwiebel und Knoblauch hacken und im Öl 5 Minuten glasig dünsten.
> Die Tomaten zugeben, würzen und 10 Minuten köcheln lassen. Inzwischen die Nudeln in Salzwasser kochen.
> Die Nudeln abgießen, in der Soße schwenken und servieren.`,
      fr: `
Pâtes à la sauce tomate
Vite prêt, avec ce qu’on a toujours dans le placard.
- [250 g / 8 oz] de pâtes
- 1 boîte de tomates
- 1 oignon
- 2 c. à s. d’huile d’olive
- 1 gousse d’ail
> Hachez l’oignon et l’ail et faites-les fondre 5 minutes dans l’huile.
> Ajoutez les tomates, assaisonnez et laissez mijoter 10 minutes. Pendant ce temps, faites cuire les pâtes dans de l’eau salée.
> Égouttez les pâtes, mélangez-les à la sauce et servez.`,
    },
  },
  {
    category: 'mediterranean',
    minutes: [10, 10],
    servings: 2,
    text: {
      en: `
Spinach and mushroom omelet
Uses up the spinach and the last mushrooms.
- 4 eggs
- [100 g / 4 oz] spinach
- [80 g / 3 oz] mushrooms
- [10 g / 0.5 oz] butter
> Slice the mushrooms and brown them in the butter. Add the spinach and let it wilt.
> Beat the eggs with salt and pepper, pour them over, and let them set over low heat.
> Fold the omelet and serve it at once.`,
      de: `
Omelett mit Spinat und Champignons
Verbraucht den Spinat und die letzten Champignons.
- 4 Eier
- [100 g / 4 oz] Spinat
- [80 g / 3 oz] Champignons
- [10 g / 0.5 oz] Butter
> Die Champignons in Scheiben schneiden und in der Butter anbraten. Den Spinat zugeben und zusammenfallen lassen.
> Die Eier mit Salz und Pfeffer verquirlen, darübergießen und bei kleiner Hitze stocken lassen.
> Das Omelett zusammenklappen und gleich servieren.`,
      fr: `
Omelette aux épinards et aux champignons
Pour finir les épinards et les derniers champignons.
- 4 œufs
- [100 g / 4 oz] d’épinards
- [80 g / 3 oz] de champignons
- [10 g / 0.5 oz] de beurre
> Émincez les champignons et faites-les dorer dans le beurre. Ajoutez les épinards et laissez-les fondre.
> Battez les œufs avec du sel et du poivre, versez-les dans la poêle et laissez prendre à feu doux.
> Pliez l’omelette et servez aussitôt.`,
    },
  },
  {
    category: 'american',
    minutes: [15, 25],
    servings: 2,
    text: {
      en: `
Baked salmon with potatoes and peas
Baked on one tray, with peas from the freezer.
- [250 g / 8 oz] salmon
- [500 g / 1 lb] potatoes
- [150 g / 5 oz] peas
- 1 lemon
- 1 tbsp olive oil
> Heat the oven to 200 °C (400 °F). Cut the potatoes into wedges, toss them in the oil and salt, and roast for 15 minutes.
> Lay the salmon on top with slices of lemon and bake for 10 minutes more.
> Boil the peas for 3 minutes and serve them on the side.`,
      de: `
Ofenlachs mit Kartoffeln und Erbsen
Alles von einem Blech, dazu Erbsen aus dem Gefrierfach.
- [250 g / 8 oz] Lachs
- [500 g / 1 lb] Kartoffeln
- [150 g / 5 oz] Erbsen
- 1 Zitrone
- 1 EL Olivenöl
> Den Ofen auf 200 °C vorheizen. Die Kartoffeln in Spalten schneiden, mit Öl und Salz mischen und 15 Minuten backen.
> Den Lachs mit Zitronenscheiben darauflegen und weitere 10 Minuten backen.
> Die Erbsen 3 Minuten kochen und dazu servieren.`,
      fr: `
Saumon au four, pommes de terre et petits pois
Tout sur une plaque, avec des petits pois du congélateur.
- [250 g / 8 oz] de saumon
- [500 g / 1 lb] de pommes de terre
- [150 g / 5 oz] de petits pois
- 1 citron
- 1 c. à s. d’huile d’olive
> Préchauffez le four à 200 °C. Coupez les pommes de terre en quartiers, enrobez-les d’huile et de sel et faites-les rôtir 15 minutes.
> Posez le saumon dessus avec des rondelles de citron et enfournez encore 10 minutes.
> Faites cuire les petits pois 3 minutes et servez-les avec.`,
    },
  },
]

function amountIn(cell: string): { quantity: number; unit: Unit; parLevel?: number } {
  const [quantity, unit, parLevel] = cell.split(' ')
  return { quantity: Number(quantity), unit: Unit.parse(unit), ...(parLevel === undefined ? {} : { parLevel: Number(parLevel) }) }
}

/** Returns the amount in stock and the minimum, in one system. */
const stockIn = (lot: DemoLot, us: string | undefined, system: System): ReturnType<typeof amountIn> =>
  us !== undefined && system === 'US'
    ? amountIn(us)
    : { quantity: lot.quantity, unit: lot.unit, ...(lot.parLevel === null ? {} : { parLevel: lot.parLevel }) }

function lotOf(food: string, lot: DemoLot, { quantity, unit }: ReturnType<typeof amountIn>, today: CalendarDate): PlanData['lot'] {
  return {
    food,
    quantity,
    unit,
    storage: lot.storage,
    addedOn: addDays(today, lot.boughtOn),
    ...(lot.price === null ? {} : { purchasePrice: lot.price }),
    ...(lot.date === null ? {} : { expirationDate: addDays(today, lot.date.on), dateKind: lot.date.kind }),
    ...(lot.openedOn === null ? {} : { isOpened: true, openedOn: addDays(today, lot.openedOn) }),
  }
}

function recipeOf(
  { category, minutes: [prepTime, cookTime], servings, text }: SampleRecipe,
  language: Language,
  system: System,
): PlanData['recipe'] {
  const said = text[language].replace(/\[(.*?) \/ (.*?)\]/g, (_, metric: string, us: string) => (system === 'US' ? us : metric))
  const [name = '', ...lines] = said.trim().split('\n')
  const times = { prepTime, cookTime, totalTime: 0, servings, difficulty: 'easy' } as const
  const empty = { tags: [], rating: null, notes: '', sourceUrl: null, imageUrl: null }
  return { ...empty, ...times, name, category, ...parseRecipeText(lines) }
}

/** Returns the rows of a sample kitchen as of today, in a language and a system of units. The last row is the recipe for tomorrow. */
export function sampleKitchen(language: Language, system: System, today: CalendarDate): ImportPlan {
  const rows: ImportPlan['rows'] = []
  for (const [food = '', us] of parseTextTable(itemTable)) {
    const [name, lot] = [translateDemoName(food, language), readDemoLots().find(({ ingredient }) => ingredient === food)]
    if (!lot) throw new Error(`The demo has no ${food}.`)
    const stock = stockIn(lot, us, system)
    const { unit: defaultUnit, parLevel } = stock
    const data = { name, defaultUnit, defaultStorage: lot.storage, ...(parLevel === undefined ? {} : { parLevel }) }
    rows.push({ kind: 'food', place: 'sample', name, key: `food ${name}`, data })
    rows.push({ kind: 'lot', place: 'sample', name, key: `lot ${name}`, data: lotOf(name, lot, stock, today) })
  }
  for (const [food = '', metric = '', us = ''] of parseTextTable(listTable)) {
    const { quantity, unit } = amountIn(system === 'US' ? us : metric)
    const name = translateDemoName(food, language)
    rows.push({ kind: 'list', place: 'sample', name, key: `list ${name}`, data: { food: name, quantity, unit } })
  }
  for (const recipe of recipes) {
    const data = recipeOf(recipe, language, system)
    rows.push({ kind: 'recipe', place: 'sample', name: data.name, key: `recipe ${data.name}`, data })
  }
  return createPlan('sample', rows)
}
