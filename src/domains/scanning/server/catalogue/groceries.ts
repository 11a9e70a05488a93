/**
 * What the classifier's labels are called in the built-in table of foods. A brand's product is the food it is; null where the table
 * has no such food (a household that names one teaches it).
 */
const foodsOfKinds: Readonly<Record<string, string | null>> = {
  Apple: 'Apple',
  Avocado: 'Avocado',
  Banana: 'Banana',
  Kiwi: 'Kiwi',
  Lemon: 'Lemon',
  Lime: 'Lime',
  Mango: 'Mango',
  Melon: 'Melon',
  Nectarine: 'Nectarine',
  Orange: 'Orange',
  Papaya: 'Papaya',
  'Passion-Fruit': 'Passion fruit',
  Peach: 'Peach',
  Pear: 'Pear',
  Pineapple: 'Pineapple',
  Plum: 'Plum',
  Pomegranate: 'Pomegranate',
  'Red-Grapefruit': 'Grapefruit',
  Satsumas: 'Clementine',
  Juice: 'Fruit juice',
  Milk: 'Milk',
  Oatghurt: null,
  'Oat-Milk': 'Oat milk',
  'Sour-Cream': 'Sour cream',
  'Sour-Milk': null,
  Soyghurt: null,
  'Soy-Milk': 'Soy milk',
  Yoghurt: 'Yogurt',
  Asparagus: 'Asparagus',
  Aubergine: 'Eggplant',
  Cabbage: 'Cabbage',
  Carrots: 'Carrot',
  Cucumber: 'Cucumber',
  Garlic: 'Garlic',
  Ginger: 'Ginger',
  Leek: 'Leek',
  Mushroom: 'Mushroom',
  Onion: 'Onion',
  Pepper: 'Bell pepper',
  Potato: 'Potato',
  'Red-Beet': 'Beet',
  Tomato: 'Tomato',
  Zucchini: 'Zucchini',
}

/** Where a fine label is another food than its kind. */
const foodsOfFine: Readonly<Record<string, string>> = {
  Cantaloupe: 'Cantaloupe',
  'Honeydew-Melon': 'Honeydew melon',
  Watermelon: 'Watermelon',
  'Bravo-Orange-Juice': 'Orange juice',
  'God-Morgon-Orange-Juice': 'Orange juice',
  'Tropicana-Juice-Smooth': 'Orange juice',
  'Arla-Lactose-Medium-Fat-Milk': 'Lactose-free milk',
  'Sweet-Potato': 'Sweet potato',
}

/** The built-in food that a label of the classifier means, or null. `fine` is left out where only the kind is known. */
export const foodOfLabel = (coarse: string, fine?: string): string | null =>
  (fine === undefined ? undefined : foodsOfFine[fine]) ?? foodsOfKinds[coarse] ?? null
