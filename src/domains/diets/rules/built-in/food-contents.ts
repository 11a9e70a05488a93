import { type ContentTerm, contentTerms } from '../../contract.ts'

/**
 * What the built-in foods contain, from common knowledge of food. One row for foods alike: `contents: foods`.
 *
 * A word is contained; `?word` is unknown, because it depends on the product. A lone `?` says that everything else is unknown: its recipe
 * varies. `-word` takes something out of that. What a row doesn't name, its foods don't contain. `sea`, `flesh` and `animal` name groups.
 * Pork and beef are meat. A food that isn't here is unknown. Names are those of `foods.ts`; an alias can have a row of its own.
 */
const table = `
Produce and herbs
: Apple, Apricot, Avocado, Banana, Blackberry, Blackcurrant, Blueberry, Cantaloupe, Cherry, Clementine, Coconut, Cranberry
: Dragon fruit, Fig, Gooseberry, Grape, Grapefruit, Guava, Honeydew melon, Kiwi, Kumquat, Lemon, Lime, Lychee, Mango, Melon, Nectarine
: Orange, Papaya, Passion fruit, Peach, Pear, Pineapple, Plantain, Plum, Pomegranate, Raspberry, Rhubarb, Star fruit, Strawberry, Watermelon
: Artichoke, Arugula, Asparagus, Baby carrot, Beet, Bell pepper, Bok choy, Broccoli, Broccoli rabe, Brussels sprout, Butternut squash
: Cabbage, Carrot, Cassava, Cauliflower, Chard, Cherry tomato, Chili pepper, Corn on the cob, Cucumber, Eggplant, Fava bean, Fennel, Garlic
: Ginger, Green bean, Green pea, Iceberg lettuce, Jicama, Kale, Kohlrabi, Leek, Lemongrass, Lettuce, Mushroom, Okra, Onion, Parsnip, Potato
: Pumpkin, Radicchio, Radish, Romaine lettuce, Rutabaga, Salad mix, Shallot, Snow pea, Spaghetti squash, Spinach, Spring onion, Sweet potato
: Taro, Tomato, Turnip, Zucchini, Basil, Chives, Cilantro, Dill, Mint, Parsley, Rosemary, Thyme
?sulphites: Date
celery: Celeriac, Celery
soybeans: Edamame
?soybeans: Bean sprout
?mustard: Collard greens

Bakery
gluten ? -sea: Bread, Bagel, Baguette, Bread roll, Breadcrumbs, Cake, Cookie dough, Crouton, Doughnut, English muffin, Fruit pie, Muffin
gluten ? -sea: Pastry, Pie crust, Pita bread, Pizza dough, Puff pastry, Pumpkin pie, Tortilla, Whole wheat bread
milk ? -sea: Cheesecake
?gluten ?sulphites: Corn tortilla

Meat
beef: Beef, Beef roast, Beef short rib, Beef steak, Veal
beef ?pork: Ground beef
pork: Ground pork, Pork, Pork chop, Pork rib, Pork tenderloin
meat: Chicken, Chicken breast, Chicken thigh, Duck, Goat meat, Goose, Ground chicken, Ground lamb, Ground turkey, Lamb, Lamb chop, Rabbit
meat: Turkey, Turkey breast, Venison
meat ?beef: Bison
meat ?beef ?pork: Liver
pork ? -sea -beef: Bacon, Canadian bacon, Chorizo, Ham
meat ? -sea: Bratwurst, Hot dog, Sausage, Smoked sausage
beef ? -sea -pork: Corned beef
meat ? -sea -pork -beef: Turkey bacon

Seafood
fish: Catfish, Cod, Haddock, Halibut, Mackerel, Pollock, Salmon, Smoked mackerel, Smoked salmon, Sole, Tuna steak
fish ?sulphites: Caviar
fish ? -flesh: Pickled herring
fish ? -flesh: Surimi
crustaceans ?sulphites: Crab, Crab meat, Lobster, Shrimp
molluscs ?sulphites: Clam, Mussel, Oyster, Scallop, Squid

Deli
?: Fresh salsa, Fruit salad, Guacamole, Kimchi, Leftovers, Pâté, Potato salad, Ready meal, Soup
? -flesh -sea: Coleslaw
gluten ?eggs: Cooked pasta
: Cooked rice
fish ?: Cooked fish, Tuna salad
eggs ?: Egg salad
sesame ? -sea -flesh: Hummus
meat ?: Chicken salad, Leftovers with meat, Lunch meat
gluten ?: Pasta salad
beef ? -sea -pork: Pastrami
meat ? -sea: Pepperoni, Salami
pork: Prosciutto
gluten eggs milk ?: Quiche
meat ? -sea -pork -beef: Rotisserie chicken, Sliced chicken, Sliced turkey
pork ? -sea -beef: Sliced ham

Dairy and eggs
milk: Milk, Butter, Buttermilk, Crème fraîche, Ghee, Half and half, Heavy cream, Kefir, Lactose-free milk, Light cream, Powdered milk, UHT milk
milk ?gelatin: Sour cream, Yogurt
milk ?rennet: Blue cheese, Brie, Cheddar, Cheese curd, Cottage cheese, Cream cheese, Feta, Goat cheese, Grated cheese, Mozzarella, Quark
milk ?rennet: Ricotta, String cheese, Swiss cheese
milk rennet ?eggs: Parmesan, Grated parmesan
milk ? -sea -flesh: Cheese slice, Whipped cream
eggs: Egg, Boiled egg, Egg white
eggs milk ? -sea -flesh: Eggnog
nuts ? -animal: Almond milk
gluten ? -animal: Oat milk
soybeans ? -animal: Soy milk
? -animal: Coconut drink, Rice milk, Vegan cheese
? -sea -flesh: Coffee creamer, Egg substitute, Pudding
?: Margarine

Frozen
meat ? -sea -pork -beef: Chicken nugget
fish gluten ? -flesh: Fish finger
?gluten ?milk ?sulphites ?beef: French fries
: Frozen berries, Frozen broccoli, Frozen corn, Frozen fruit, Frozen pea, Frozen spinach, Juice concentrate
?celery ?soybeans: Frozen vegetables
soybeans: Frozen edamame
fish: Frozen fish
crustaceans ?sulphites: Frozen shrimp
?: Frozen meal
gluten ?: Frozen pizza
milk ? -sea -flesh: Ice cream
? -sea -flesh: Ice pop, Sorbet, Whipped topping
gluten ? -sea: Waffle

Grains and pasta
gluten ?eggs: Pasta, Lasagne sheet
gluten: Barley, Bulgur, Couscous, Farro
gluten eggs: Egg noodle
gluten ?: Fresh pasta
: Amaranth, Brown rice, Buckwheat, Dried black bean, Dried chickpea, Dried kidney bean, Dried pinto bean, Dried white bean, Grits, Lentil
: Millet, Mung bean, Quinoa, Rice, Risotto rice, Split pea, Wild rice

Baking
gluten: Flour, Bread flour, Rye flour, Self-raising flour, Spelt flour, Whole wheat flour
?nuts ?alcohol: Almond extract
?milk ?soybeans ?nuts ?peanuts ?gluten ?eggs ?sesame: Baking chocolate
?gluten: Baking powder
: Baking soda, Brown sugar, Buckwheat flour, Cocoa powder, Coconut flour, Corn syrup, Cornmeal, Cornstarch, Maple syrup, Powdered sugar, Sugar
: Tapioca, Yeast
gluten ? -sea: Cake mix, Pancake mix
? -sea -flesh: Chocolate syrup, Frosting, Pudding mix, Sugar substitute
? -sea: Shortening
gelatin ?fish: Gelatin
gelatin ? -sea: Jelly mix, Marshmallow
honey: Honey
?sulphites: Molasses, Shredded coconut
soybeans: Soy flour
?alcohol: Vanilla extract

Canned goods
fish: Anchovy, Canned salmon
fish ? -flesh: Canned tuna, Sardine
?sulphites: Applesauce, Canned fruit, Caper, Coconut cream, Coconut milk, Roasted red pepper, Sun-dried tomato
? -sea: Baked bean, Refried bean
: Canned black bean, Canned chickpea, Canned corn, Canned kidney bean, Canned pea, Canned pineapple, Canned tomato, Canned white bean
: Passata, Tomato paste
meat ? -sea -pork -beef: Canned chicken
meat ? -sea: Canned meat
?: Canned soup
milk: Condensed milk, Evaporated milk
? -sea -flesh: Cranberry sauce
?sulphites ?fish ?nuts: Olive
?mustard ?sulphites ?celery: Pickle, Pickled beet
?sulphites ?alcohol: Sauerkraut

Condiments and sauces
milk ?: Alfredo sauce
nuts ?peanuts: Almond butter, Cashew butter
?: Barbecue sauce, Creamy dressing, Curry paste, Gravy, Gravy mix, Marinade, Pasta sauce, Salad dressing, Sauce mix, Stock cube, Stock, Broth
beef ?: Beef stock
meat ?: Chicken stock
soybeans ?: Black bean sauce, Hoisin sauce
nuts ? -sea -flesh: Chocolate hazelnut spread
? -sea -flesh: Chutney, Horseradish, Relish, Salsa, Syrup
fish ?gluten ?soybeans: Fish sauce
? -flesh: Hot sauce, Pesto, Tapenade
?sulphites ?alcohol ?gelatin: Jam
?celery ?honey: Ketchup
eggs ? -sea -flesh: Mayonnaise
soybeans ?gluten ?alcohol ?fish: Miso
mustard ?sulphites ?gluten ?honey ?alcohol: Mustard
molluscs ?: Oyster sauce
peanuts ?nuts ?soybeans ?milk: Peanut butter
soybeans gluten ?alcohol: Soy sauce
soybeans ?gluten ?alcohol: Tamari
sesame: Tahini
?sulphites: Tamarind paste
soybeans ? -flesh: Teriyaki sauce
? -animal: Vegetable stock
fish ? -flesh: Worcestershire sauce

Spices
: Allspice, Bay leaf, Black pepper, Cardamom, Cayenne pepper, Chili flakes, Cinnamon, Cinnamon stick, Clove, Cumin, Dried basil, Dried parsley
: Dried rosemary, Dried thyme, Garlic powder, Ground coriander, Ground ginger, Nutmeg, Onion powder, Oregano, Paprika, Peppercorn, Salt
: Star anise, Turmeric
? -sea -flesh: Cajun seasoning
?celery ?mustard ?gluten: Chili powder, Curry powder, Garam masala, Italian seasoning
mustard: Mustard powder
sesame: Sesame seed

Oils and vinegars
?sulphites: Apple cider vinegar
: Avocado oil, Canola oil, Coconut oil, Grapeseed oil, Olive oil, Sunflower oil
sulphites: Balsamic vinegar, Wine vinegar
?soybeans ?milk: Cooking spray
meat: Duck fat
?nuts ?peanuts: Nut oil
?sulphites ?gluten ?alcohol: Rice vinegar
sesame: Sesame oil
?soybeans ?peanuts: Vegetable oil
?gluten ?sulphites: Vinegar

Snacks and sweets
nuts: Almond, Cashew, Macadamia, Pecan, Pistachio, Walnut
nuts ? -sea -flesh: Mixed nuts
?nuts: Pine nut
peanuts: Peanut
: Chia seed, Dried cranberry, Flaxseed, Popcorn, Pumpkin seed, Sunflower seed
?milk ?soybeans ?nuts ?peanuts ?gluten ?eggs ?sesame ?alcohol: Chocolate
gluten ? -sea: Cookie, Cracker, Graham cracker, Pretzel, Toaster pastry
?sulphites: Dried apricot, Raisin
?sulphites ?nuts: Dried fruit
? -sea -flesh: Granola bar, Potato chip, Tortilla chip
? -sea: Gummy candy
meat ? -sea: Jerky
?milk ?soybeans: Microwave popcorn
pork ? -sea -beef: Pork rind

Breakfast
? -sea -flesh: Breakfast cereal
gluten ? -sea -flesh: Granola
gluten: Oats

Beverages
?alcohol ?sulphites: Apple cider
gluten alcohol ?sulphites ?fish ?gelatin: Beer
: Carrot juice, Coffee beans, Fruit juice, Ground coffee, Instant coffee, Loose tea, Orange juice, Soda, Tea, Water
?sulphites: Coconut water, Lemon juice, Lime juice
alcohol milk ? -sea -flesh: Cream liqueur
? -sea -flesh: Drink mix, Hot chocolate, Nutrition drink
alcohol sulphites ?eggs ?milk ?fish ?gelatin: Red wine, White wine
alcohol ?nuts ?milk: Spirits
?celery: Vegetable juice

Plant proteins
gluten ?soybeans: Seitan
soybeans ?gluten: Tempeh
soybeans: Textured soy protein, Tofu
? -flesh -sea -gelatin: Vegetarian sausage, Vegetarian mince, Veggie burger

Baby
? -sea -flesh: Baby cereal
?: Baby food, Infant formula
`

const sea: readonly ContentTerm[] = ['fish', 'crustaceans', 'molluscs']
const flesh: readonly ContentTerm[] = ['meat', 'pork', 'beef']
const groups: Readonly<Record<string, readonly ContentTerm[]>> = {
  sea,
  flesh,
  animal: [...sea, ...flesh, 'milk', 'eggs', 'honey', 'gelatin', 'rennet'],
}

export interface KnownContents {
  contains: ReadonlySet<ContentTerm>
  unknown: ReadonlySet<ContentTerm>
}

function termsOf(word: string): readonly ContentTerm[] {
  const terms = groups[word] ?? contentTerms.filter((term) => term === word)
  if (terms.length === 0) throw new Error(`Not something that a food contains: ${word}`)
  return terms
}

/** Adds what follows: pork and beef are meat, and gelatin may be of either. */
export function withConsequences(contains: ReadonlySet<ContentTerm>, unknown: ReadonlySet<ContentTerm>): KnownContents {
  const has = new Set(contains)
  if (has.has('pork') || has.has('beef')) has.add('meat')
  const open = new Set(unknown)
  if (has.has('gelatin') || open.has('gelatin')) for (const term of ['pork', 'beef'] as const) open.add(term)
  for (const term of has) open.delete(term)
  return { contains: has, unknown: open }
}

function readContents(text: string): KnownContents {
  const [contains, unknown] = [new Set<ContentTerm>(), new Set<ContentTerm>()]
  for (const word of text.split(' ')) {
    if (word === '?') for (const term of contentTerms) unknown.add(term)
    else if (word.startsWith('?')) for (const term of termsOf(word.slice(1))) unknown.add(term)
    else if (word.startsWith('-')) for (const term of termsOf(word.slice(1))) unknown.delete(term)
    else if (word !== '') for (const term of termsOf(word)) contains.add(term)
  }
  return withConsequences(contains, unknown)
}

/** The rows as written: contents, and the foods that have them. Lines without a colon are headings. */
export const contentRows: readonly (readonly [contents: string, foods: readonly string[]])[] = table
  .split('\n')
  .filter((row) => row.includes(':'))
  .map((row) => {
    const at = row.indexOf(':')
    return [row.slice(0, at), row.slice(at + 2).split(', ')] as const
  })

/**
 * Foods that aren't built in, or that a name in one language tells apart from the built-in food that it finds. Each with its names in English,
 * German and French.
 */
const others = `
nuts: Hazelnut = Haselnuss = noisette, Brazil nut = Paranuss = noix du Brésil, Almond flour = Mandelmehl = poudre d'amandes
nuts: Ground almonds = gemahlene Mandeln = amandes en poudre
fish: Trout = Forelle = truite, Herring = Hering = hareng
none: Chestnut = Marone = châtaigne
none: Rice flour = Reismehl = farine de riz, Potato starch = Kartoffelstärke = fécule de pomme de terre, Potato flour = Kartoffelmehl
none: Chickpea flour = Kichererbsenmehl = farine de pois chiche, Glass noodle = Glasnudel = vermicelles de soja
none: Rice noodle = Reisnudel = nouilles de riz, Rice noodles = Reisnudeln = vermicelles de riz, Rice paper = Reispapier = galettes de riz
?gluten: Starch = Stärke = amidon
?sulphites: Maple water, Agave syrup = Agavendicksaft = sirop d'agave
gluten: Semolina = Grieß = semoule, Wheat semolina = Hartweizengrieß = semoule de blé, Weichweizengrieß, Grütze, Hafergrütze
gluten ? -sea: Käsestange, Käsestangen, Bread stick = Grissini = gressins
milk ? -sea -flesh: Rahmspinat, Creamed spinach = Blubb-Spinat = épinards à la crème, épinards à la crème surgelés
pork: Lard = Schweineschmalz = saindoux
pork ?: Schmalz, Griebenschmalz
eggs ?milk ?gluten ?sulphites ?beef: pommes duchesse, Kroketten, Kroketten TK
?eggs ?milk ?gluten ?sulphites ?beef: Kartoffelpuffer, Rösti, hash brown, tater tot
?: Käseersatz, Veganer Käse, Vegan cheese, fromage végétal
gluten ?: Lasagne, Lasagna
meat ?pork ?beef: Wild, Wildfleisch, gibier
?: jus, jus de viande, Bratenjus
eggs ? -flesh: Remoulade, rémoulade, tartar sauce, Tatarsauce, sauce tartare
milk ?rennet ?eggs: Gouda, Hartkäse, Reibekäse, Streukäse, Grated cheese, Geriebener Käse, fromage râpé, Cheddar, Käse, Cheese, fromage
milk ?rennet ?eggs: Bergkäse, tomme, fromage à pâte dure, geriebener Gouda, gruyère râpé, emmental râpé
milk rennet: Pecorino, Manchego
?milk ?soybeans: Kakao, Cocoa, cacao
?milk ?celery ?soybeans: poêlée de légumes
soybeans ?gluten: Räuchertofu, smoked tofu, tofu fumé
?celery ?honey ?gluten ?mustard ?fish: Ketchup, Tomato ketchup, Tomatenketchup, catsup
eggs alcohol milk ? -sea -flesh: Eierlikör, Advocaat, Advokaat
milk: Kaffeesahne, Kaffeeobers, crème à café
milk ?soybeans ?nuts ?peanuts ?gluten ?eggs ?sesame: Vollmilchschokolade, Milk chocolate, Milchschokolade, chocolat au lait
beef pork: gemischtes Hackfleisch, Hackfleisch gemischt, Hack halb und halb
beef ?pork: Hackfleisch, Hack, Faschiertes, Gehacktes, Ground meat = Hackfleisch gemahlen = viande hachée
milk ? -sea: Käsekuchen, Topfenkuchen, gâteau au fromage
gluten eggs milk ? -sea: Palatschinken, Pfannkuchen, crêpes, Pancake
molluscs: Octopus = Oktopus = poulpe, Escargots = Weinbergschnecken = escargots
crustaceans ?sulphites: Crayfish = Flusskrebse = écrevisses
fish crustaceans molluscs ?sulphites: Seafood = Meeresfrüchte = fruits de mer
alcohol ?sulphites: Hard cider, Cidre, Cider, Apfelwein
alcohol sulphites ?milk ?eggs: Sherry, Marsala, Port, Madeira, Portwein, Wine = Wein = vin, Prosecco, Champagner, champagne, Sekt
alcohol ?gluten ?sulphites: Sake, Mirin, Reiswein, vin de riz
?: Brühe, Stock, Broth, bouillon, Fond, stock
pork ?: Black pudding = Blutwurst = boudin noir, White pudding = Weißwurst = boudin blanc, Head cheese = Sülze = fromage de tête
beef ?: Suet = Rindertalg = graisse de bœuf
?sulphites ?nuts: crème de marrons
gluten: Gnocchi au blé, Filo pastry, Udon, Orzo
gluten ?eggs ?milk ?sulphites: Gnocchi
?soybeans ?gluten ?milk ?sulphites ?peanuts ?nuts ?sesame: Frittierfett
`

/** Names of built-in foods that are dishes when they are planned as a meal. */
export const dishNames: readonly string[] = `
Curry, Chili, Chilli, Salad, Salat, gemischter Salat, salade, salade mélangée, Salad mix, Couscous, Choucroute, Sauerkraut, Lasagne, Lasagna
Pasta, Nudeln, pâtes, Spaghetti, Penne, Tagliatelle, Rigatoni, Farfalle, Linguine, Macaroni, Makkaroni, Risotto, Risottoreis, Polenta, Bulgur
Rice, Reis, riz, Potato, Kartoffel, Kartoffeln, Rösti, Soup, Suppe, soupe, Eintopf, Gulasch, Pancake, Pfannkuchen, crêpes, Waffle, Waffeln
Omelette, Paprika, Chicken, Hähnchen, poulet, Fish, Fisch, poisson, Beef, Pork, Toast, Bread, Quiche, Pizza, Wrap, Wraps, Ravioli, gaufres
Milchreis, Porridge, Oats, oatmeal, Müsli, Muesli, Granola, Ratatouille, Steak, Schnitzel, Kotelett, Lamb, Lamm, agneau, Fried rice, Kroketten
Kürbis, Bratwurst, Hot dog, Burger, Stew, Noodle, Noodles, curry vert, Chili con Carne, Tofu, Schupfnudeln, Gnocchi, Smoothie, Egg, Eier, œufs
Frites, Pommes, Pommes frites, French fries, Fries, Duck, Ente, Salmon, Lachs, saumon, Forelle, Trout, Rotkohl, Spinat, Grütze, Fruit salad
Lentils, Lentil, Linsen, lentilles, Mushrooms, Pilze, Spargel, Asparagus, asperges, Vegetables, Gemüse, Shrimp, Garnelen, crevettes
`
  .trim()
  .split(/,\s*|\n/)

/** By name. */
export const contentsOfOthers: ReadonlyMap<string, KnownContents> = new Map(
  others
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [text = '', foods = ''] = row.split(': ')
      const contents = readContents(text === 'none' ? '' : text)
      return foods.split(/ = |, /).map((name) => [name, contents] as const)
    }),
)

/** By the English name of the built-in food, or one of its aliases. */
export const contentsByName: ReadonlyMap<string, KnownContents> = new Map(
  contentRows.flatMap(([text, foods]) => {
    const contents = readContents(text)
    return foods.map((food) => [food, contents] as const)
  }),
)
