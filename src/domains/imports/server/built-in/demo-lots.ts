import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { DateKind } from '#domains/inventory/contract.ts'
import { once } from '#platform/shared/once.ts'
import { parseTextTable } from '#platform/shared/text-table.ts'
import { Unit } from '#platform/shared/units.ts'

/** A lot of the demo household. Days count from today; those gone by are negative. */
export interface DemoLot {
  /** In English, like `place`; `demoName` translates both. */
  readonly ingredient: string
  /** How much is left, and how much was used already. */
  readonly quantity: number
  readonly used: number
  readonly unit: Unit
  readonly storage: Storage
  readonly place: string
  readonly boughtOn: number
  /** The printed date. Without one, Larder estimates how long the food keeps. */
  readonly date: { readonly on: number; readonly kind: DateKind } | null
  readonly price: number | null
  readonly openedOn: number | null
  readonly parLevel: number | null
  readonly isShared: boolean
}

/**
 * Sixty lots of a kitchen in the middle of its week.
 * `food | left unit | place | days ago | date | price | more`; a date is `days from today` with `use` (use by) or `best` (best before).
 * More: `opened N` days ago, `used` so much already, `par` level, `shared` with the circle.
 */
const tables: Readonly<Record<Storage, string>> = {
  FRIDGE: `
Milk | 0.6 l | Fridge door | 4 | 3 best | 1.29 | opened 2, used 0.4, par 2
Milk | 1 l | Fridge door | 1 | 8 best | 1.29
Greek yogurt | 120 g | Upper shelf | 6 | 1 best | 2.79 | opened 3, used 380, par 500
Butter | 180 g | Fridge door | 12 | 31 best | 2.49 | used 70, par 250
Eggs | 7 each | Fridge door | 5 | 12 best | 3.19 | used 3, par 6
Cheddar | 220 g | Upper shelf | 9 | 24 best | 3.49 | opened 7, used 80
Parmesan | 140 g | Upper shelf | 20 | 60 best | 4.99 | used 60
Mozzarella | 250 g | Upper shelf | 3 | 2 best | 1.99
Chicken breast | 480 g | Lower shelf | 1 | 1 use | 6.40
Ground beef | 400 g | Lower shelf | 1 | 0 use | 4.99
Bacon | 150 g | Lower shelf | 3 | 15 use | 2.99
Ham | 120 g | Upper shelf | 6 | -1 use | 2.89 | opened 4, used 80
Spinach | 200 g | Crisper | 2 | - | 1.99
Strawberries | 150 g | Crisper | 1 | - | 3.99 | used 250
Bell pepper | 1 each | Crisper | 2 | - | 2.49 | used 2
Carrots | 9 each | Crisper | 4 | - | 1.49 | used 3, par 6, shared
Cucumber | 1 each | Crisper | 1 | - | 0.99
Broccoli | 1 each | Crisper | 1 | - | 1.89 | used 1
Mushrooms | 80 g | Crisper | 1 | - | 1.79 | used 170
Lettuce | 1 each | Crisper | 3 | - | 1.29
Lemons | 3 each | Crisper | 2 | - | 1.99 | used 1, shared
Tofu | 400 g | Upper shelf | 6 | 9 best | 2.39
Hummus | 60 g | Upper shelf | 3 | 12 best | 1.99 | opened 2, used 140
Orange juice | 0.4 l | Fridge door | 3 | 18 best | 2.29 | opened 2, used 0.6
Heavy cream | 200 ml | Fridge door | 14 | -2 best | 1.19
Pesto | 190 g | Fridge door | 40 | 90 best | 2.99
Mustard | 160 g | Fridge door | 60 | 240 best | 1.49 | opened 50, used 40
Blueberries | 250 g | Crisper | 1 | - | 2.99
`,
  PANTRY: `
Pasta | 750 g | Top cupboard | 15 | 500 best | 1.29 | used 250, par 500
Rice | 1400 g | Top cupboard | 30 | 420 best | 3.49 | used 600, par 1000
Risotto rice | 500 g | Top cupboard | 45 | 380 best | 2.79
Flour | 900 g | Baking shelf | 24 | 130 best | 0.99 | used 100, par 1000
Sugar | 700 g | Baking shelf | 50 | - | 1.19 | used 300
Oats | 180 g | Top cupboard | 26 | 210 best | 1.49 | opened 20, used 320, par 500
Canned tomatoes | 4 each | Basement | 20 | 600 best | 3.16 | used 2, par 4, shared
Chickpeas | 3 each | Basement | 33 | 700 best | 2.67
Black beans | 2 each | Basement | 33 | 640 best | 1.98
Lentils | 400 g | Top cupboard | 38 | 300 best | 2.29 | used 100
Olive oil | 220 ml | Counter | 35 | 260 best | 8.99 | opened 34, used 530, par 500
Vegetable oil | 800 ml | Counter | 40 | 300 best | 2.99 | opened 39, used 200
Soy sauce | 130 ml | Counter | 24 | 400 best | 2.79 | opened 20, used 120
Honey | 300 g | Top cupboard | 80 | 600 best | 4.49 | opened 75, used 200
Peanut butter | 240 g | Top cupboard | 20 | 150 best | 3.29 | opened 18, used 110
Coffee beans | 90 g | Counter | 18 | 120 best | 6.99 | opened 17, used 410, par 500
Tea | 34 each | Counter | 44 | 500 best | 2.49 | opened 40, used 16
Chocolate | 200 g | Top cupboard | 10 | 200 best | 2.38
Onions | 8 each | Basement | 7 | - | 1.99 | used 4, par 4
Potatoes | 2300 g | Basement | 6 | - | 3.49 | used 700, par 1000
Garlic | 3 each | Counter | 9 | - | 1.29
Bananas | 3 each | Counter | 1 | - | 1.79
Bread | 1 each | Counter | 2 | 3 best | 2.99
Tomatoes | 4 each | Counter | 2 | 6 best | 2.49
`,
  FREEZER: `
Peas | 750 g | Top drawer | 40 | 420 best | 1.99
Salmon | 500 g | Middle drawer | 20 | 80 best | 9.99
Chicken thigh | 800 g | Middle drawer | 12 | 160 best | 5.49
Bread | 1 each | Top drawer | 16 | - | 2.99
Ice cream | 600 ml | Bottom drawer | 30 | 300 best | 3.99 | used 300
Puff pastry | 2 each | Bottom drawer | 50 | 250 best | 3.58
Fish sticks | 12 each | Bottom drawer | 22 | 330 best | 3.49 | used 3
Vegetable soup | 4 each | Middle drawer | 9 | 80 best | -
`,
}

const days = (text: string): number => -Number(text)
const marked = (more: string, word: string): number | null => {
  const found = new RegExp(`\\b${word} (\\d+(?:\\.\\d+)?)`).exec(more)
  return found ? Number(found[1]) : null
}

function readLot(storage: Storage, row: readonly string[]): DemoLot {
  const [ingredient = '', amount = '', place = '', ago = '', dated = '', price = '', more = ''] = row
  const [quantity, unit] = amount.split(' ')
  const [on, word] = dated.split(' ')
  const opened = marked(more, 'opened')
  return {
    ingredient,
    quantity: Number(quantity),
    used: marked(more, 'used') ?? 0,
    unit: Unit.parse(unit),
    storage,
    place,
    boughtOn: days(ago),
    date: dated === '-' ? null : { on: Number(on), kind: word === 'use' ? 'use_by' : 'best_before' },
    price: price === '-' ? null : Number(price),
    openedOn: opened === null ? null : -opened,
    parLevel: marked(more, 'par'),
    isShared: more.includes('shared'),
  }
}

export const readDemoLots = once((): readonly DemoLot[] =>
  (['FRIDGE', 'PANTRY', 'FREEZER'] as const).flatMap((storage) => parseTextTable(tables[storage]).map((row) => readLot(storage, row))),
)
