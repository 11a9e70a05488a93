import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { ContentTerm } from '../../contract.ts'

/** Words for what foods contain, in English, German and French. */
const terms: readonly (readonly [terms: readonly ContentTerm[], words: string])[] = [
  [
    ['gluten'],
    'gluten, wheat, flour, Weizen, Mehl, blé, farine, spelt, Dinkel, barley, Gerste, rye, Roggen, oats, Hafer, bread, Brot, pain',
  ],
  [['crustaceans'], 'crustaceans, crustacean, Krebstiere, Krustentiere, crustacés'],
  [['crustaceans', 'molluscs'], 'shellfish, Schalentiere, fruits de coquille'],
  [['crustaceans', 'molluscs', 'fish'], 'seafood, Meeresfrüchte, fruits de mer'],
  [['molluscs'], 'molluscs, mollusks, Weichtiere, Muscheln, mollusques'],
  [['eggs'], 'eggs, egg, Eier, Ei, œufs, œuf, oeufs, oeuf'],
  [['fish'], 'fish, Fisch, Fische, poisson, poissons'],
  [['peanuts'], 'peanuts, peanut, groundnuts, Erdnuss, Erdnüsse, cacahuètes, cacahuète, arachides, arachide'],
  [['nuts', 'peanuts'], 'nuts, nut, Nuss, Nüsse'],
  [['nuts'], 'tree nuts, noix, fruits à coque, Schalenfrüchte'],
  [['soybeans'], 'soy, soya, soybeans, Soja, Sojabohnen'],
  [
    ['milk'],
    'milk, dairy, lactose, butter, cream, cheese, yogurt, Milch, Milchprodukte, Laktose, Butter, Sahne, Rahm, Käse, lait, laitages',
  ],
  [['milk'], 'produits laitiers, beurre, crème, fromage, Joghurt, yaourt, casein, Kasein, caséine, whey, Molke'],
  [['celery'], 'celery, Sellerie, céleri'],
  [['mustard'], 'mustard, Senf, moutarde'],
  [['sesame'], 'sesame, Sesam, sésame'],
  [['sulphites'], 'sulphites, sulfites, Sulfite'],
  [['lupin'], 'lupin, lupine, Lupine, Lupinen'],
  [
    ['meat'],
    'meat, Fleisch, viande, viandes, poultry, Geflügel, volaille, red meat, rotes Fleisch, viande rouge, sausage, Wurst, saucisse',
  ],
  [['pork'], 'pork, Schwein, Schweinefleisch, porc, ham, Schinken, jambon, bacon, Speck, lard, lardons'],
  [['beef'], 'beef, Rind, Rindfleisch, bœuf, boeuf, veal, Kalb, Kalbfleisch, veau'],
  [['gelatin'], 'gelatin, gelatine, gélatine'],
  [['honey'], 'honey, Honig, miel'],
  [['alcohol'], 'alcohol, Alkohol, alcool, wine, Wein, vin, beer, Bier, bière'],
]

/** By `ingredientKey`. */
export const termWords: ReadonlyMap<string, readonly ContentTerm[]> = new Map(
  terms.flatMap(([list, words]) => words.split(', ').map((word) => [ingredientKey(word), list] as const)),
)

/** A word in three languages, and the built-in foods that are made of it or belong to it. `~` in front: its members are alike only in kind. */
const groups = `
corn, maize, Mais, maïs: Cornstarch, Cornmeal, Popcorn, Microwave popcorn, Grits, Corn syrup, Corn on the cob, Canned corn, Frozen corn, Corn tortilla, Breakfast cereal, Tortilla chip
tomato, tomatoes, Tomate, Tomaten, tomates: Passata, Tomato paste, Ketchup, Canned tomato, Cherry tomato, Pasta sauce, Salsa, Fresh salsa, Sun-dried tomato, Baked bean, Tomato
onion, onions, Zwiebel, Zwiebeln, oignon, oignons: Onion, Shallot, Spring onion, Onion powder, Chives, Leek
garlic, Knoblauch, ail: Garlic, Garlic powder
chili, chilli, chilies, Chili, piment: Chili pepper, Chili flakes, Cayenne pepper, Chili powder, Hot sauce, Cajun seasoning
pepper, peppers, Paprika, poivron, poivrons, bell pepper: Bell pepper, Paprika, Roasted red pepper
potato, potatoes, Kartoffel, Kartoffeln, pomme de terre, pommes de terre: Potato, French fries, Potato chip, Potato salad
~citrus, citrus fruit, Zitrusfrüchte, Zitrus, agrumes: Lemon, Lime, Orange, Grapefruit, Clementine, Kumquat, Lemon juice, Lime juice, Orange juice
~legumes, pulses, beans, Hülsenfrüchte, Bohnen, légumineuses, légumes secs, haricots: Lentil, Split pea, Mung bean, Dried black bean, Dried chickpea, Dried kidney bean, Dried pinto bean, Dried white bean, Canned black bean, Canned chickpea, Canned kidney bean, Canned pea, Canned white bean, Baked bean, Refried bean, Green bean, Green pea, Fava bean, Edamame, Frozen edamame, Frozen pea, Hummus, Tofu, Soy milk, Peanut, Snow pea
~berries, Beeren, baies, fruits rouges: Strawberry, Raspberry, Blueberry, Blackberry, Blackcurrant, Cranberry, Gooseberry, Frozen berries
~mushrooms, mushroom, Pilze, Pilz, champignons, champignon: Mushroom
~stone fruit, Steinobst, fruits à noyau: Peach, Plum, Apricot, Cherry, Nectarine, Mango
~nightshades, Nachtschatten, solanacées: Tomato, Potato, Eggplant, Bell pepper, Chili pepper, Cherry tomato, Paprika, Cayenne pepper
~salad, lettuce, Salat, salade, rocket, Rucola, roquette: Salad mix, Lettuce, Iceberg lettuce, Romaine lettuce, Arugula, Radicchio
coriander, cilantro, Koriander, coriandre: Cilantro, Ground coriander
rice, Reis, riz: Rice, Brown rice, Wild rice, Risotto rice, Cooked rice, Rice milk, Rice vinegar
apple, apples, Apfel, Äpfel, pomme, pommes: Apple, Applesauce, Apple cider, Apple cider vinegar
coconut, Kokosnuss, Kokos, coco, noix de coco: Coconut, Coconut milk, Coconut cream, Coconut oil, Coconut water, Coconut flour, Coconut drink, Shredded coconut
banana, bananas, Banane, Bananen, banane, bananes: Banana, Plantain
ginger, Ingwer, gingembre: Ginger, Ground ginger
sugar, Zucker, sucre: Sugar, Brown sugar, Powdered sugar, Corn syrup, Syrup, Maple syrup, Molasses
chocolate, Schokolade, chocolat, cocoa, Kakao, cacao: Chocolate, Baking chocolate, Cocoa powder, Chocolate syrup, Hot chocolate, Chocolate hazelnut spread
`

export interface FoodGroup {
  words: ReadonlySet<string>
  members: ReadonlySet<string>
  /** Whether its members are different foods, such as lemon and lime. */
  isLoose: boolean
}

/** All names are keys of `ingredientKey`. */
export const foodGroups: readonly FoodGroup[] = groups
  .trim()
  .split('\n')
  .map((row) => {
    const [words = '', members = ''] = row.replace('~', '').split(': ')
    const keys = (list: string) => new Set(list.split(', ').map(ingredientKey))
    return { words: keys(words), members: keys(members), isLoose: row.startsWith('~') }
  })
