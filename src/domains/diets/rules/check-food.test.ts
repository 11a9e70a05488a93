import { describe, expect, test } from 'vitest'
import { namesByFood } from '#domains/ingredients/rules/built-in/food-names.ts'
import { foods } from '#domains/ingredients/rules/built-in/foods.ts'
import { languages } from '#platform/shared/language.ts'
import type { ContentTerm } from '../contract.ts'
import { readText } from './built-in/content-words.ts'
import { contentRows, contentsByName } from './built-in/food-contents.ts'
import { type Answer, answersAbout, type FoodKnowledge } from './check-food.ts'

const nothing: FoodKnowledge = { ingredients: new Map(), said: new Map(), language: 'en' }
const ask = (name: string, term: ContentTerm, more: Partial<FoodKnowledge> & { preparation?: string } = {}): Answer =>
  answersAbout({ name, preparation: more.preparation ?? '', ingredientId: null }, { ...nothing, ...more }).of(term)

test('says of each built-in food once what it contains', () => {
  const named = contentRows.flatMap(([, names]) => names)
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
  expect(foods.map(({ name }) => name).filter((name) => !contentsByName.has(name))).toEqual([])
  const known = new Set(foods.flatMap(({ name, aliases }) => [name.toLowerCase(), ...aliases]))
  expect(named.filter((name) => !known.has(name.toLowerCase()))).toEqual([])
})

// Written from what is in food, not from the table.
const truths: readonly [food: string, term: ContentTerm, answer: Answer][] = [
  ['butter', 'milk', 'contains'],
  ['parmesan', 'milk', 'contains'],
  ['parmesan', 'rennet', 'contains'],
  ['cheddar', 'rennet', 'unknown'],
  ['lactose-free milk', 'milk', 'contains'],
  ['coconut milk', 'milk', 'free'],
  ['oat milk', 'milk', 'free'],
  ['oat milk', 'gluten', 'contains'],
  ['almond milk', 'nuts', 'contains'],
  ['soy sauce', 'soybeans', 'contains'],
  ['soy sauce', 'gluten', 'contains'],
  ['tamari', 'gluten', 'unknown'],
  ['spaghetti', 'gluten', 'contains'],
  ['spaghetti', 'eggs', 'unknown'],
  ['couscous', 'gluten', 'contains'],
  ['rolled oats', 'gluten', 'contains'],
  ['rice', 'gluten', 'free'],
  ['buckwheat flour', 'gluten', 'free'],
  ['potatoes', 'gluten', 'free'],
  ['bread', 'gluten', 'contains'],
  ['bread', 'sesame', 'unknown'],
  ['bread', 'milk', 'unknown'],
  ['curry paste', 'crustaceans', 'unknown'],
  ['curry paste', 'peanuts', 'unknown'],
  ['stock', 'celery', 'unknown'],
  ['stock', 'meat', 'unknown'],
  ['chicken stock', 'meat', 'contains'],
  ['vegetable stock', 'celery', 'unknown'],
  ['vegetable stock', 'meat', 'free'],
  ['peanut butter', 'peanuts', 'contains'],
  ['peanuts', 'nuts', 'free'],
  ['walnuts', 'nuts', 'contains'],
  ['walnut oil', 'nuts', 'contains'],
  ['nutmeg', 'nuts', 'free'],
  ['coconut', 'nuts', 'free'],
  ['butternut squash', 'nuts', 'free'],
  ['tahini', 'sesame', 'contains'],
  ['hummus', 'sesame', 'contains'],
  ['mayonnaise', 'eggs', 'contains'],
  ['egg noodles', 'eggs', 'contains'],
  ['anchovies', 'fish', 'contains'],
  ['fish sauce', 'fish', 'contains'],
  ['worcestershire sauce', 'fish', 'contains'],
  ['oyster sauce', 'molluscs', 'contains'],
  ['prawns', 'crustaceans', 'contains'],
  ['prawns', 'molluscs', 'free'],
  ['squid', 'molluscs', 'contains'],
  ['celeriac', 'celery', 'contains'],
  ['dijon mustard', 'mustard', 'contains'],
  ['red wine', 'alcohol', 'contains'],
  ['red wine', 'sulphites', 'contains'],
  ['honey', 'honey', 'contains'],
  ['bacon', 'pork', 'contains'],
  ['bacon', 'meat', 'contains'],
  ['minced beef', 'beef', 'contains'],
  ['minced beef', 'meat', 'contains'],
  ['chicken breast', 'pork', 'free'],
  ['salami', 'pork', 'unknown'],
  ['gelatin', 'gelatin', 'contains'],
  ['gelatin', 'pork', 'unknown'],
  ['gummy bears', 'gelatin', 'unknown'],
  ['tofu', 'soybeans', 'contains'],
  ['ready meal', 'lupin', 'unknown'],
  ['dried apricots', 'sulphites', 'unknown'],
  ['hazelnuts', 'nuts', 'contains'],
  ['hazelnuts', 'milk', 'free'],
  ['chestnuts', 'nuts', 'free'],
  // No built-in food: words tell.
  ['chopped hazelnuts', 'nuts', 'contains'],
  ['chopped hazelnuts', 'milk', 'free'],
  ['crayfish tails', 'crustaceans', 'contains'],
  ['smoked trout', 'fish', 'contains'],
  ['marzipan', 'nuts', 'contains'],
  ['free-range egg yolks', 'eggs', 'contains'],
  ['vegan butter', 'milk', 'unknown'],
  ['gluten-free bread', 'gluten', 'unknown'],
  ['cashew cream', 'milk', 'unknown'],
  ['oyster mushrooms', 'molluscs', 'unknown'],
  ['dragon’s secret powder', 'lupin', 'unknown'],
]

test.each(truths)('%s: %s is %s', (food, term, answer) => expect(ask(food, term)).toBe(answer))

test.each([
  ['de', 'Haselnüsse', 'nuts', 'contains'],
  ['de', 'Haselnusskrokant', 'nuts', 'contains'],
  ['de', 'Sahne', 'milk', 'contains'],
  ['de', 'Erdnussbutter', 'milk', 'unknown'],
  ['de', 'Kokosmilch', 'milk', 'free'],
  ['de', 'Eier', 'eggs', 'contains'],
  ['de', 'Buchweizenmehl', 'gluten', 'free'],
  ['de', 'Weizenmehl', 'gluten', 'contains'],
  ['de', 'Tintenfischringe', 'molluscs', 'contains'],
  ['de', 'Muskatnuss', 'nuts', 'free'],
  ['fr', 'noisettes', 'nuts', 'contains'],
  ['fr', 'crème fraîche', 'milk', 'contains'],
  ['fr', 'noix de muscade', 'nuts', 'free'],
  ['fr', 'noix de Saint-Jacques', 'nuts', 'free'],
  ['fr', 'lardons', 'pork', 'contains'],
  ['fr', 'œufs', 'eggs', 'contains'],
] as const)('%s %s: %s is %s', (language, food, term, answer) => expect(ask(food, term, { language })).toBe(answer))

describe('what the household knows', () => {
  const cream = { id: 'cream', name: 'Oat cream', aliases: ['Cream'], parentId: null }
  const brie = { id: 'brie', name: 'Hazelnut delight', aliases: [], parentId: 'cheese' }
  const cheese = { id: 'cheese', name: 'Cheese', aliases: [], parentId: null }
  const ingredients = new Map([cream, brie, cheese].map((one) => [one.id, one]))
  const of = (ingredientId: string, said: FoodKnowledge['said'] = new Map()) =>
    answersAbout({ name: 'Cream', ingredientId }, { ingredients, said, language: 'en' })

  test('comes before the table', () => {
    const said = new Map([['cream', { contains: ['lupin' as const], without: ['milk' as const] }]])
    expect(of('cream').of('milk')).toBe('contains')
    expect([of('cream', said).of('milk'), of('cream', said).of('lupin'), of('cream', said).of('fish')]).toEqual([
      'free',
      'contains',
      'unknown',
    ])
  })

  test('a kind contains what its parent contains, and is otherwise unknown', () => {
    expect([of('brie').of('milk'), of('brie').of('nuts'), of('brie').of('fish')]).toEqual(['contains', 'contains', 'unknown'])
  })

  test('what is without meat and gelatin is without pork', () => {
    const without = (terms: ContentTerm[]) => of('cream', new Map([['cream', { contains: [], without: terms }]])).of('pork')
    expect([without(['meat']), without(['meat', 'gelatin'])]).toEqual(['unknown', 'free'])
  })

  test('pork is meat', () => {
    const said = new Map([['cream', { contains: ['pork' as const], without: [] }]])
    expect(of('cream', said).of('meat')).toBe('contains')
  })

  test('a remark counts, whatever is known', () => {
    const said = new Map([['cheese', { contains: [], without: ['nuts' as const] }]])
    const food = { name: 'cheese', preparation: 'topped with chopped walnuts', ingredientId: 'cheese' }
    expect(answersAbout(food, { ingredients, said, language: 'en' }).of('nuts')).toBe('contains')
  })
})

describe('words of one’s own', () => {
  const has = (name: string, word: string, language: FoodKnowledge['language'] = 'en') =>
    answersAbout({ name, ingredientId: null }, { ...nothing, language }).ofWord(word)
  test.each([
    ['kiwi', 'Kiwis', 'contains'],
    ['fresh coriander', 'cilantro', 'contains'],
    ['apple', 'kiwi', 'free'],
    ['curry paste', 'kiwi', 'unknown'],
    ['sesame paste', 'sesame', 'contains'],
    ['mystery sauce', 'kiwi', 'unknown'],
    ['apple', '!', 'unknown'],
  ] as const)('%s for %s is %s', (name, word, answer) => expect(has(name, word)).toBe(answer))
  test('a German compound names it', () => expect(has('Rhabarberkompott', 'Rhabarber', 'de')).toBe('contains'))
})

// Remarks, written as on packages and in cookbooks.
describe('a remark', () => {
  test.each([
    ['en', 'cornstarch', 'or flour', 'gluten', 'contains'],
    ['de', 'Speisestärke', 'oder Mehl', 'gluten', 'contains'],
    ['fr', 'fécule', 'ou de farine', 'gluten', 'contains'],
    ['en', 'chicken breasts', 'dusted with flour', 'gluten', 'contains'],
    ['en', 'rice', 'or noodles', 'gluten', 'contains'],
    ['de', 'Reis', 'oder Nudeln', 'gluten', 'contains'],
    ['en', 'potatoes', 'or gnocchi', 'gluten', 'contains'],
    ['en', 'chicken', 'marinated in soy sauce', 'gluten', 'contains'],
    ['en', 'chicken', 'marinated in soy sauce', 'soybeans', 'contains'],
    ['en', 'chicken', 'marinated', 'soybeans', 'unknown'],
    ['en', 'chicken', 'breaded', 'gluten', 'unknown'],
    ['en', 'tomatoes', 'topped with parmesan', 'milk', 'contains'],
    ['de', 'Kartoffeln', 'mit Parmesan überbacken', 'milk', 'contains'],
    ['en', 'sunflower oil', 'or ghee', 'milk', 'contains'],
    ['en', 'banana', 'with chocolate sauce', 'milk', 'unknown'],
    ['en', 'tomatoes', 'with pesto', 'milk', 'contains'],
    ['en', 'tomatoes', 'with pesto', 'nuts', 'contains'],
    ['en', 'salt', 'or Worcestershire sauce', 'fish', 'contains'],
    ['en', 'water', 'or stock', 'celery', 'unknown'],
    ['en', 'water', 'or stock', 'meat', 'unknown'],
    ['de', 'Olivenöl', 'oder Schmalz', 'pork', 'contains'],
    ['en', 'potatoes', 'with dragon dust', 'lupin', 'unknown'],
    ['en', 'apple', 'without skin, topped with chopped walnuts', 'nuts', 'contains'],
    ['en', 'apple', 'without skin', 'nuts', 'free'],
    ['en', 'apple', 'without nuts', 'nuts', 'free'],
    ['de', 'Äpfel', 'ohne Kerne, mit gehackten Mandeln', 'nuts', 'contains'],
    ['de', 'Äpfel', 'ohne Kerne mit gehackten Mandeln', 'nuts', 'contains'],
    ['en', 'potatoes', 'mashed with butter and bacon, gluten free', 'milk', 'contains'],
    ['en', 'potatoes', 'mashed with butter and bacon, gluten free', 'pork', 'contains'],
    ['de', 'Obst', 'mit Mandelsplittern und Sahne', 'milk', 'contains'],
    ['de', 'Obst', 'mit Mandelsplittern und Sahne', 'nuts', 'contains'],
    ['en', 'potatoes', 'with coconut milk', 'milk', 'free'],
    ['fr', 'pommes', 'avec du lait d’amande', 'milk', 'free'],
    ['fr', 'pommes', 'avec du lait d’amande', 'nuts', 'contains'],
    ['de', 'Nudeln', 'glutenfrei', 'gluten', 'contains'],
    ['en', 'apple', 'or vegan butter', 'milk', 'unknown'],
    ['en', 'oregano', 'dried', 'nuts', 'free'],
    ['en', 'apple', 'without skin and walnuts', 'nuts', 'unknown'],
    ['en', 'potatoes', 'with seeds', 'sesame', 'unknown'],
    ['en', 'bell pepper', 'seeds removed', 'sesame', 'free'],
  ] as const)('%s %s, %s: %s is %s', (language, name, preparation, term, answer) =>
    expect(ask(name, term, { language, preparation })).toBe(answer),
  )
})

describe('the words of a name', () => {
  test.each([
    ['de', 'Eier aus Freilandhaltung', 'eggs', 'contains'],
    ['de', 'glutenfreie Nudeln', 'gluten', 'unknown'],
    ['en', 'black pudding', 'pork', 'contains'],
    ['en', 'head cheese', 'meat', 'contains'],
    ['de', 'Grieß', 'gluten', 'contains'],
    ['de', 'Maisgrieß', 'gluten', 'free'],
    ['de', 'Käsestangen', 'gluten', 'contains'],
    ['de', 'Rahmspinat', 'milk', 'contains'],
    ['fr', 'saindoux', 'pork', 'contains'],
    ['de', 'Schmalz', 'pork', 'contains'],
    ['de', 'Gänseschmalz', 'pork', 'free'],
    ['fr', 'pommes duchesse', 'eggs', 'contains'],
    ['de', 'Kroketten', 'eggs', 'contains'],
    ['de', 'Kartoffelpuffer', 'eggs', 'unknown'],
    ['de', 'Käseersatz', 'milk', 'unknown'],
    ['de', 'Lasagne', 'milk', 'unknown'],
    ['en', 'lasagne', 'meat', 'unknown'],
    ['de', 'Grütze', 'gluten', 'contains'],
    ['de', 'Wild', 'pork', 'unknown'],
    ['fr', 'gibier', 'pork', 'unknown'],
    ['fr', 'jus', 'meat', 'unknown'],
    ['de', 'Remoulade', 'fish', 'unknown'],
    ['de', 'Remoulade', 'eggs', 'contains'],
    ['de', 'Gouda', 'eggs', 'unknown'],
    ['en', 'cheddar', 'eggs', 'unknown'],
    ['de', 'Kakao', 'milk', 'unknown'],
    ['de', 'Stärke', 'gluten', 'unknown'],
    ['fr', 'poêlée de légumes', 'milk', 'unknown'],
    ['de', 'Räuchertofu', 'gluten', 'unknown'],
    ['en', 'ketchup', 'gluten', 'unknown'],
    ['en', 'ketchup', 'fish', 'unknown'],
    ['de', 'Eierlikör', 'eggs', 'contains'],
    ['de', 'Kaffeesahne', 'milk', 'contains'],
    ['de', 'Vollmilchschokolade', 'milk', 'contains'],
    ['de', 'gemischtes Hackfleisch', 'pork', 'contains'],
    ['de', 'Käsekuchen', 'milk', 'contains'],
    ['de', 'Oktopus', 'molluscs', 'contains'],
    ['de', 'Flusskrebse', 'crustaceans', 'contains'],
    ['de', 'Meeresfrüchte', 'crustaceans', 'contains'],
    ['fr', 'escargots', 'molluscs', 'contains'],
    ['fr', 'cidre', 'alcohol', 'contains'],
    ['en', 'sherry', 'alcohol', 'contains'],
    ['en', 'mirin', 'alcohol', 'contains'],
    ['de', 'Palatschinken', 'pork', 'unknown'],
    ['de', 'Brühe', 'meat', 'unknown'],
    ['en', 'stock', 'meat', 'unknown'],
    ['fr', 'crème de marrons', 'milk', 'free'],
    ['en', 'rice flour', 'gluten', 'free'],
    ['de', 'fein gehackter Schnittlauch', 'nuts', 'free'],
  ] as const)('%s %s: %s is %s', (language, name, term, answer) => expect(ask(name, term, { language })).toBe(answer))
})

describe('a line that an ingredient is matched to', () => {
  const one = (name: string, more: { aliases?: string[]; parentId?: string } = {}) => ({
    id: name,
    name,
    aliases: more.aliases ?? [],
    parentId: more.parentId ?? null,
  })
  const all = [
    one('Yogurt', { aliases: ['Hazelnut yogurt'] }),
    one('Rice', { parentId: 'Hazelnut pudding' }),
    one('Hazelnut pudding'),
    one('Chocolate'),
    one('Potato'),
    one('Milk'),
  ]
  const ingredients = new Map(all.map((ingredient) => [ingredient.id, ingredient]))
  const said: FoodKnowledge['said'] = new Map([['Chocolate', { contains: [], without: ['nuts'] }]])
  test.each([
    ['Hazelnut yogurt', 'Yogurt', 'nuts', 'contains'],
    ['walnut yogurt with honey', 'Yogurt', 'nuts', 'contains'],
    ['walnut yogurt with honey', 'Yogurt', 'honey', 'contains'],
    ['tuna rice', 'Rice', 'fish', 'contains'],
    ['rice', 'Rice', 'nuts', 'contains'],
    ['hazelnut chocolate', 'Chocolate', 'nuts', 'contains'],
    ['dark chocolate', 'Chocolate', 'nuts', 'free'],
    ['mystery potato', 'Potato', 'nuts', 'unknown'],
    ['peeled potatoes', 'Potato', 'nuts', 'free'],
    ['whole milk', 'Milk', 'nuts', 'free'],
  ] as const)('%s as %s: %s is %s', (name, ingredientId, term, answer) =>
    expect(answersAbout({ name, ingredientId }, { ingredients, said, language: 'en' }).of(term)).toBe(answer),
  )
})

describe('a planned meal', () => {
  const planned = (name: string, language: FoodKnowledge['language'] = 'en') =>
    answersAbout({ name, ingredientId: null, isDish: true }, { ...nothing, language }).of('milk')
  test.each([
    ['en', 'Curry'],
    ['en', 'Chili'],
    ['en', 'Salad'],
    ['de', 'Salat'],
    ['de', 'Couscous'],
    ['fr', 'Choucroute'],
    ['fr', 'Lasagne'],
  ] as const)('%s %s is a dish', (language, name) => expect(planned(name, language)).toBe('unknown'))
  test('an apple is an apple', () => expect(planned('Apple')).toBe('free'))
})

describe('categories in one’s own words', () => {
  const has = (name: string, word: string, language: FoodKnowledge['language'] = 'en') =>
    answersAbout({ name, ingredientId: null }, { ...nothing, language }).ofWord(word)
  test.each([
    ['en', 'almonds', 'nuts', 'contains'],
    ['de', 'Lachs', 'Fisch', 'contains'],
    ['en', 'butter', 'dairy', 'contains'],
    ['en', 'heavy cream', 'milk', 'contains'],
    ['en', 'milk', 'lactose', 'contains'],
    ['en', 'flour', 'wheat', 'contains'],
    ['en', 'flour', 'gluten', 'contains'],
    ['fr', 'poulet', 'viande', 'contains'],
    ['en', 'veal', 'beef', 'contains'],
    ['en', 'passata', 'tomato', 'contains'],
    ['en', 'cornstarch', 'corn', 'contains'],
    ['en', 'polenta', 'corn', 'contains'],
    ['en', 'popcorn', 'corn', 'contains'],
    ['en', 'fruit juice', 'orange', 'unknown'],
    ['en', 'frozen fruit', 'kiwi', 'unknown'],
    ['en', 'frozen berries', 'strawberry', 'unknown'],
    ['en', 'salad mix', 'rocket', 'contains'],
    ['en', 'shallots', 'onion', 'contains'],
    ['en', 'cilantro', 'coriander', 'contains'],
    ['en', 'cayenne', 'chili', 'contains'],
    ['en', 'lemon', 'citrus', 'contains'],
    ['en', 'lentils', 'legumes', 'contains'],
    ['en', 'apple', 'citrus', 'free'],
    ['en', 'lemon', 'orange', 'free'],
    ['en', 'apple', 'xylitol', 'unknown'],
    ['en', 'olive oil', 'kiwi', 'free'],
    ['en', 'potato', 'fish', 'free'],
  ] as const)('%s %s for %s is %s', (language, name, word, answer) => expect(has(name, word, language)).toBe(answer))
})

/** Reviewed: the words mean something else in these names. */
const misread = new Set(
  `Buchweizenmehl, Butternutkürbis, Hühnerei, Hühnereier, Krabbenfleisch, Krebsfleisch, Krebsfleischimitat, Senfkohl, Crab meat, Soy flour
Spaghetti squash, bird's eye chilli, butterhead lettuce, soya flour, vine tomato, Courge spaghetti, Farine de coco, Farine de soja
Groseilles à maquereau, Melon miel, Pâte de tamarin, Vinaigre de cidre, ail semoule, beurre de cajou, fromage à pâte dure
fromage à pâte molle, tomate cœur de bœuf, vinaigre d'alcool, œufs de lump, œufs de poisson`.split(/, |\n/),
)

describe('names of built-in foods', () => {
  const names = [...namesByFood].flatMap(([food, byLanguage]) =>
    foods.includes(food) ? languages.flatMap((language) => byLanguage[language].map((name) => [language, name] as const)) : [],
  )
  test('whose words say that something is contained are never free of it', () => {
    const read = names.filter(([, name]) => !misread.has(name))
    const wrong = read.flatMap(([language, name]) =>
      [...readText(name).contains].filter((term) => ask(name, term, { language }) === 'free').map((term) => `${language} ${name}: ${term}`),
    )
    expect([...new Set(wrong)].sort()).toEqual([])
  })
})
