import type { RecipeCategory } from '#domains/recipes/contract/recipe.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { Language } from '#platform/shared/language.ts'
import { Unit, type UnitDisplay } from '#platform/shared/units.ts'
import { createPlan, type ImportPlan, type PlanData } from '../../rules/import-plan.ts'
import { type ShelfLot, shelf } from './shelf.ts'

type System = UnitDisplay['regional']

/**
 * The items, with their dates and prices in `shelf`: `name in the shelf | German | French | amount and minimum with US units`. Without
 * amount, it is the same in both systems.
 */
const itemTable = `
Milk | Milch | Lait | 0.5 gal 1
Greek yogurt | Griechischer Joghurt | Yaourt grec | 6 oz 16
Butter | Butter | Beurre | 8 oz 8
Eggs | Eier | Œufs
Cheddar | Cheddar | Cheddar | 8 oz
Chicken breast | Hähnchenbrust | Blanc de poulet | 1 lb
Ham | Kochschinken | Jambon | 4 oz
Spinach | Spinat | Épinards | 8 oz
Carrots | Möhren | Carottes
Mushrooms | Champignons | Champignons | 3 oz
Lemons | Zitronen | Citrons
Pasta | Nudeln | Pâtes | 1.5 lb 1
Rice | Reis | Riz | 3 lb 2
Flour | Mehl | Farine | 2 lb 2
Canned tomatoes | Dosentomaten | Tomates en conserve
Olive oil | Olivenöl | Huile d’olive | 8 fl_oz 16
Onions | Zwiebeln | Oignons
Potatoes | Kartoffeln | Pommes de terre | 5 lb 2
Tomatoes | Tomaten | Tomates
Peas | Erbsen | Petits pois | 1.5 lb
Salmon | Lachs | Saumon | 1 lb
Ice cream | Eis | Glace | 20 fl_oz
`

/** `name | German | French | amount | amount with US units`. */
const listTable = `
Apples | Äpfel | Pommes | 6 each | 6 each
Bread | Brot | Pain | 1 each | 1 each
Orange juice | Orangensaft | Jus d’orange | 1 l | 0.5 gal
Parmesan | Parmesan | Parmesan | 200 g | 8 oz
Coffee | Kaffee | Café | 500 g | 1 lb
`

interface SampleRecipe {
  category: RecipeCategory
  minutes: readonly [prep: number, cook: number]
  servings: number
  text: Readonly<Record<Language, string>>
}

/** Name, description, ingredients after `-`, steps after `>`. `[metric / US]` is the amount in either system. */
const recipes: readonly SampleRecipe[] = [
  {
    category: 'italian',
    minutes: [5, 20],
    servings: 2,
    text: {
      en: `
Pasta with tomato sauce
Ready before the table is set, from what’s always there.
- [250 g / 8 oz] pasta
- 1 can tomatoes
- 1 onion
- 2 tbsp olive oil
- 1 clove garlic
> Chop the onion and the garlic and soften them in the oil for 5 minutes.
> Add the tomatoes, season, and simmer for 10 minutes. Boil the pasta in salted water at the same time.
> Drain the pasta, toss it in the sauce, and serve.`,
      de: `
Nudeln mit Tomatensoße
Fertig, bevor der Tisch gedeckt ist, aus dem, was immer da ist.
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
Prêt avant que la table soit mise, avec ce qu’on a toujours sous la main.
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
> Slice the mushrooms and brown them in the butter. Let the spinach wilt with them.
> Beat the eggs with salt and pepper, pour them over, and let them set over low heat.
> Fold the omelet and serve it at once.`,
      de: `
Omelett mit Spinat und Pilzen
Für den Spinat und die letzten Champignons.
- 4 Eier
- [100 g / 4 oz] Spinat
- [80 g / 3 oz] Champignons
- [10 g / 0.5 oz] Butter
> Die Champignons in Scheiben schneiden und in der Butter anbraten. Den Spinat darin zusammenfallen lassen.
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
One tray, and peas from the freezer.
- [250 g / 8 oz] salmon
- [500 g / 1 lb] potatoes
- [150 g / 5 oz] peas
- 1 lemon
- 1 tbsp olive oil
> Heat the oven to 200 °C (400 °F). Cut the potatoes into wedges, toss them in the oil and salt, and roast for 15 minutes.
> Lay the salmon on top with slices of lemon and bake for 10 minutes more.
> Boil the peas for 3 minutes and serve them with it.`,
      de: `
Ofenlachs mit Kartoffeln und Erbsen
Alles auf einem Blech, die Erbsen aus dem Gefrierfach.
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
Une seule plaque, et des petits pois du congélateur.
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

const linesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

const nameIn = ([en = '', de = '', fr = '']: readonly string[], language: Language) => ({ en, de, fr })[language]

function amountIn(cell: string): { quantity: number; unit: Unit; parLevel?: number } {
  const [quantity, unit, parLevel] = cell.split(' ')
  return { quantity: Number(quantity), unit: Unit.parse(unit), ...(parLevel === undefined ? {} : { parLevel: Number(parLevel) }) }
}

/** Returns the amount on the shelf and the minimum, in one system. */
const stockIn = (lot: ShelfLot, us: string | undefined, system: System): ReturnType<typeof amountIn> =>
  us !== undefined && system === 'US'
    ? amountIn(us)
    : { quantity: lot.quantity, unit: lot.unit, ...(lot.parLevel === null ? {} : { parLevel: lot.parLevel }) }

function lotOf(food: string, lot: ShelfLot, { quantity, unit }: ReturnType<typeof amountIn>, today: CalendarDate): PlanData['lot'] {
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
  const [name = '', description = '', ...rest] = said.trim().split('\n')
  const marked = (mark: string) => rest.flatMap((line) => (line.startsWith(mark) ? [line.slice(2)] : []))
  const times = { prepTime, cookTime, servings, difficulty: 'easy' } as const
  const empty = { tags: [], rating: null, notes: '', sourceUrl: null, imageUrl: null }
  return { ...empty, ...times, name, description, category, ingredients: marked('-'), instructions: marked('>') }
}

/** Returns the rows of a sample kitchen as of today, in a language and a system of units. The last row is the recipe for tomorrow. */
export function sampleKitchen(language: Language, system: System, today: CalendarDate): ImportPlan {
  const rows: ImportPlan['rows'] = []
  for (const cells of linesOf(itemTable)) {
    const [name, lot] = [nameIn(cells, language), shelf.find(({ ingredient }) => ingredient === cells[0])]
    if (!lot) throw new Error(`The shelf has no ${cells[0]}.`)
    const stock = stockIn(lot, cells[3], system)
    const { unit: defaultUnit, parLevel } = stock
    const data = { name, defaultUnit, defaultStorage: lot.storage, ...(parLevel === undefined ? {} : { parLevel }) }
    rows.push({ kind: 'food', place: 'sample', name, key: `food ${name}`, data })
    rows.push({ kind: 'lot', place: 'sample', name, key: `lot ${name}`, data: lotOf(name, lot, stock, today) })
  }
  for (const cells of linesOf(listTable)) {
    const { quantity, unit } = amountIn((system === 'US' ? cells[4] : cells[3]) ?? '')
    const name = nameIn(cells, language)
    rows.push({ kind: 'list', place: 'sample', name, key: `list ${name}`, data: { food: name, quantity, unit } })
  }
  for (const recipe of recipes) {
    const data = recipeOf(recipe, language, system)
    rows.push({ kind: 'recipe', place: 'sample', name: data.name, key: `recipe ${data.name}`, data })
  }
  return createPlan('sample', rows)
}
