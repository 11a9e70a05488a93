import type { Language } from '#platform/shared/language.ts'
import { cellsOf } from '#platform/shared/text-table.ts'
import { Difficulty, type NewRecipe, RecipeCategory } from '../../contract/recipe.ts'
import { parseRecipeText } from '../../rules/recipe-text.ts'
import { frenchStarters } from './french-starters.ts'
import { germanStarters } from './german-starters.ts'

/**
 * The recipes a new household starts with, written for this project. Format: `# name | category | difficulty | prep | cook | servings | rating
 * | tags`, a description, ingredients after `-`, steps after `>`. Ids depend on the order: add new recipes at the end.
 */
const texts = `
# Spaghetti Carbonara | italian | easy | 10 | 15 | 4 | 4.8 | pasta, quick
Silky egg and cheese sauce, crisp bacon, plenty of pepper. No cream.
- 400 g spaghetti
- 150 g bacon, cut into small strips
- 3 eggs
- 1 egg yolk
- 80 g parmesan, finely grated
- 1 tsp black pepper
- Salt for the pasta water
> Bring a large pot of salted water to the boil and cook the spaghetti until just firm to the bite.
> Meanwhile fry the bacon over medium heat for 6 to 8 minutes until crisp. Take the pan off the heat.
> Beat the eggs, the yolk, most of the parmesan and the pepper in a bowl.
> Lift the spaghetti into the pan with the bacon, keeping a cup of the cooking water.
> Away from the heat stir in the egg mixture and splashes of cooking water until the sauce coats every strand. Serve with the rest of the cheese.

# Chicken Stir Fry | asian | easy | 15 | 12 | 4 | 4.5 | quick, weeknight
A hot pan, crisp vegetables and a glossy ginger and soy sauce.
- 500 g chicken breast, cut into strips
- 1 tbsp cornstarch
- 2 tbsp vegetable oil
- 1 bell pepper, sliced
- 200 g broccoli, in small florets
- 2 carrots, thinly sliced
- 3 cloves garlic, minced
- 20 g ginger, grated
- 60 ml soy sauce
- 1 tbsp honey
- 300 g rice, to serve
> Start the rice. Toss the chicken with the cornstarch and half of the soy sauce.
> Heat one spoon of oil in a wide pan until it shimmers and brown the chicken for 4 minutes. Take it out.
> Add the rest of the oil, then carrots and broccoli, and fry for 3 minutes. Add the pepper, garlic and ginger for 2 minutes more.
> Return the chicken, pour in the rest of the soy sauce and the honey, and toss for 1 minute until everything shines. Serve over the rice.

# Tomato and Basil Soup | italian | easy | 10 | 25 | 4 | 4.3 | soup, vegetarian
Sweet onions, tinned tomatoes and a whole bunch of basil, blended smooth.
- 2 tbsp olive oil
- 2 onions, chopped
- 2 cloves garlic, crushed
- 800 g canned tomatoes
- 500 ml vegetable stock
- 1 tsp sugar
- 1 bunch basil
- 60 ml heavy cream
> Soften the onions in the oil with a pinch of salt for 10 minutes. Add the garlic for the last one.
> Add tomatoes, stock and sugar and simmer for 15 minutes.
> Add the basil with its stalks and blend until smooth. Stir in the cream, taste, and season.

# Mushroom Risotto | italian | medium | 10 | 30 | 4 | 4.6 | vegetarian, comfort
Stirred slowly, finished with cold butter and parmesan.
- 300 g risotto rice
- 400 g mushrooms, sliced
- 1 onion, finely chopped
- 60 g butter
- 150 ml white wine
- 1.2 l vegetable stock, hot
- 60 g parmesan, grated
- 2 tbsp parsley, chopped
> Fry the mushrooms in a third of the butter over high heat until brown. Set them aside.
> Soften the onion in another third, stir in the rice and let it turn glassy for 2 minutes.
> Pour in the wine and let it boil away. Add the stock one ladle at a time, stirring, for about 18 minutes.
> Off the heat beat in the last of the butter and the parmesan. Fold in mushrooms and parsley, cover, and rest for 2 minutes.

# Baked Penne with Spinach and Ricotta | italian | easy | 15 | 30 | 6 | 4.2 | pasta, vegetarian, make ahead
A tray of pasta that uses up a bag of spinach before it wilts.
- 400 g penne
- 300 g spinach
- 250 g ricotta
- 500 g passata
- 2 cloves garlic, sliced
- 2 tbsp olive oil
- 125 g mozzarella
- 40 g parmesan, grated
> Heat the oven to 200 °C. Boil the penne 2 minutes short of done and put the spinach into the pot just before draining.
> Warm the garlic in the oil, add the passata, and season.
> Mix pasta, spinach and ricotta in a dish, pour the sauce over, and top with torn mozzarella and the parmesan.
> Bake for 20 minutes until the top is brown in places. Let it stand for 5 minutes.

# Minestrone | italian | easy | 20 | 35 | 6 | 4.4 | soup, vegan, uses leftovers
Whatever the vegetable drawer holds, with beans and small pasta.
- 2 tbsp olive oil
- 1 onion, diced
- 2 carrots, diced
- 2 stalks celery, diced
- 1 zucchini, diced
- 400 g canned tomatoes
- 400 g canned white beans, drained
- 1.5 l vegetable stock
- 100 g pasta, small shapes
- 100 g kale, shredded
> Cook onion, carrots and celery gently in the oil for 10 minutes.
> Add zucchini, tomatoes, beans and stock. Simmer for 15 minutes.
> Add pasta and kale and cook for 8 minutes more, until the pasta is done. Season well.

# Egg Fried Rice | asian | easy | 10 | 8 | 2 | 4.4 | quick, uses leftovers
The best thing that can happen to yesterday's rice.
- 400 g cooked rice, cold
- 3 eggs
- 100 g frozen peas
- 2 spring onions, sliced
- 1 carrot, finely diced
- 2 tbsp vegetable oil
- 2 tbsp soy sauce
- 1 tsp sesame oil
> Beat the eggs with a pinch of salt and scramble them softly in half of the oil. Take them out.
> Fry the carrot in the rest of the oil for 2 minutes, add the rice, and press out the lumps over high heat for 3 minutes.
> Stir in peas, eggs and spring onions. Season with soy sauce and sesame oil and serve at once.

# Red Lentil Dal | asian | easy | 10 | 25 | 4 | 4.7 | vegan, one pot
Lentils that cook to a cream, with spices bloomed in oil at the end.
- 250 g red lentil
- 400 ml coconut milk
- 600 ml vegetable stock
- 1 onion, chopped
- 3 cloves garlic, sliced
- 20 g ginger, grated
- 2 tbsp vegetable oil
- 2 tsp cumin
- 1 tsp turmeric
- 1 lime
> Rinse the lentils. Simmer them with coconut milk, stock and turmeric for 20 minutes, stirring now and then.
> Fry the onion in the oil until golden. Add garlic, ginger and cumin for 1 minute.
> Stir that into the lentils with the juice of the lime. Salt it, and let it stand for 5 minutes.

# Soy and Ginger Salmon | asian | easy | 10 | 12 | 2 | 4.6 | fish, quick
Salmon under a sticky glaze with bright green beans.
- 2 salmon fillets
- 200 g green beans
- 3 tbsp soy sauce
- 1 tbsp honey
- 10 g ginger, grated
- 1 clove garlic, grated
- 1 tsp sesame oil
- 1 tsp sesame seeds
> Heat the oven to 220 °C. Stir soy sauce, honey, ginger, garlic and sesame oil together.
> Lay beans and salmon on a lined tray and spoon the glaze over the fish.
> Roast for 12 minutes. Scatter with sesame and serve.

# Vegetable Noodle Soup | asian | easy | 15 | 15 | 4 | 4.1 | soup, vegetarian
A clear gingery broth that takes in any greens.
- 1.5 l vegetable stock
- 200 g egg noodles
- 200 g mushrooms, sliced
- 150 g spinach
- 1 carrot, in thin sticks
- 20 g ginger, sliced
- 2 tbsp soy sauce
- 1 tbsp rice vinegar
- 2 spring onions, sliced
> Simmer the stock with ginger and soy sauce for 10 minutes. Lift the ginger out.
> Add noodles, mushrooms and carrot and cook for 4 minutes.
> Stir in spinach and vinegar, and serve as soon as the leaves have wilted, with spring onions on top.

# Peanut Tofu Bowl | asian | medium | 20 | 20 | 3 | 4.3 | vegan
Crisp tofu, rice and cucumber under a warm peanut sauce.
- 400 g tofu, pressed and cubed
- 2 tbsp cornstarch
- 3 tbsp vegetable oil
- 250 g rice
- 1 cucumber, sliced
- 2 carrots, grated
- 80 g peanut butter
- 2 tbsp soy sauce
- 1 lime
> Cook the rice. Roll the tofu in cornstarch and fry it in the oil for 10 minutes, turning, until crisp.
> Whisk peanut butter, soy sauce, the juice of the lime and a few spoons of hot water to a sauce.
> Fill bowls with rice, vegetables and tofu and pour the sauce over.

# Beef Tacos | mexican | easy | 15 | 15 | 4 | 4.7 | family, quick
Spiced beef, crisp lettuce and a spoon of sour cream.
- 500 g ground beef
- 1 onion, finely chopped
- 2 cloves garlic, crushed
- 2 tsp cumin
- 1 tsp paprika
- 2 tbsp tomato paste
- 12 corn tortillas
- 1 head lettuce, shredded
- 2 tomatoes, diced
- 150 g sour cream
- 100 g cheddar, grated
> Brown the beef in a dry pan over high heat. Add the onion and cook for 5 minutes.
> Stir in garlic, spices and tomato paste, then a small cup of water, and simmer for 5 minutes.
> Warm the tortillas and fill them with beef, lettuce, tomatoes, cheese and sour cream.

# Black Bean Chili | mexican | easy | 15 | 40 | 6 | 4.5 | vegan, freezes well
A deep, smoky pot that tastes better tomorrow.
- 2 tbsp olive oil
- 2 onions, chopped
- 1 bell pepper, chopped
- 3 cloves garlic, crushed
- 2 tsp cumin
- 2 tsp paprika
- 800 g canned tomatoes
- 800 g canned black beans, drained
- 200 g canned corn
- 20 g dark chocolate
> Cook onions and pepper in the oil for 10 minutes until soft. Add garlic and spices for 1 minute.
> Add tomatoes and beans and simmer for 25 minutes.
> Stir in the corn and the chocolate, cook for 5 minutes, and season with salt and a little vinegar.

# Chicken Enchiladas | mexican | medium | 25 | 30 | 4 | 4.6 | baked
Rolled tortillas under tomato sauce and melted cheese.
- 400 g chicken breast
- 8 flour tortillas
- 500 g passata
- 1 onion, chopped
- 2 tsp chili powder
- 200 g cheddar, grated
- 150 g sour cream
- 1 bunch cilantro, chopped
> Poach the chicken in salted water for 15 minutes and pull it apart. Heat the oven to 200 °C.
> Soften the onion, add chili powder and passata, and simmer for 10 minutes.
> Mix the chicken with the sour cream, half of the cheese and a ladle of sauce. Fill and roll the tortillas.
> Lay them in a dish, cover with sauce and cheese, and bake for 20 minutes. Scatter with cilantro.

# Huevos Rancheros | mexican | easy | 10 | 15 | 2 | 4.3 | breakfast, vegetarian
Eggs poached right in a pan of spiced tomatoes and beans.
- 1 tbsp olive oil
- 1 onion, sliced
- 1 chili pepper, sliced
- 400 g canned tomatoes
- 200 g canned black beans, drained
- 4 eggs
- 4 corn tortillas
- 1 avocado, sliced
> Soften onion and chili in the oil. Add tomatoes and beans and simmer for 8 minutes.
> Make four wells, break an egg into each, cover, and cook for 4 minutes.
> Serve with warm tortillas and avocado.

# Sweet Potato Quesadillas | mexican | easy | 15 | 20 | 4 | 4.2 | vegetarian
Sweet and smoky, with crisp edges.
- 2 sweet potatoes, diced
- 200 g canned black beans, drained
- 1 tsp cumin
- 8 flour tortillas
- 200 g cheddar, grated
- 1 bunch cilantro, chopped
- 150 g yogurt
> Boil the sweet potatoes for 10 minutes, drain, and mash roughly with beans and cumin.
> Spread on four tortillas, scatter with cheese and cilantro, and cover with the others.
> Toast in a dry pan for 3 minutes on each side. Cut up and serve with yogurt.

# Greek Salad with Chickpeas | mediterranean | easy | 15 | 0 | 4 | 4.4 | no cooking, vegetarian
Cold, sharp and ready before the bread is cut.
- 1 cucumber, diced
- 4 tomatoes, in wedges
- 1 red onion, thinly sliced
- 400 g canned chickpeas, drained
- 200 g feta
- 80 g olives
- 4 tbsp olive oil
- 1 tbsp red wine vinegar
- 1 tsp oregano
> Toss the onion with the vinegar and a pinch of salt and leave it for 5 minutes.
> Add cucumber, tomatoes, chickpeas and olives. Dress with the oil and the oregano.
> Lay the feta on top and serve.

# Shakshuka | mediterranean | easy | 10 | 25 | 3 | 4.6 | one pan, vegetarian
Eggs in a thick pepper and tomato sauce.
- 2 tbsp olive oil
- 1 onion, sliced
- 2 bell peppers, sliced
- 3 cloves garlic, sliced
- 1 tsp cumin
- 2 tsp paprika
- 800 g canned tomatoes
- 6 eggs
- 100 g feta
> Cook onion and peppers slowly in the oil for 12 minutes. Add garlic and spices for 1 minute.
> Add the tomatoes and simmer until thick, about 8 minutes.
> Break in the eggs, cover, and cook for 5 minutes. Crumble the feta over.

# Lemon Chicken Traybake | mediterranean | easy | 15 | 45 | 4 | 4.7 | one tray
Everything roasts together while you do something else.
- 8 chicken thighs
- 800 g potatoes, in wedges
- 2 lemons
- 1 head of garlic
- 3 tbsp olive oil
- 2 tsp oregano
- 100 g olives
> Heat the oven to 210 °C. Cut one lemon into wedges and squeeze the other.
> Toss everything but the olives with the lemon juice, oil, oregano and salt on a large tray.
> Roast for 40 minutes, turning once. Add the olives for 5 minutes more.

# Ratatouille | mediterranean | medium | 20 | 50 | 6 | 4.3 | vegan, make ahead
A glut of summer vegetables, cooked until they know each other.
- 1 eggplant, diced
- 2 zucchini, diced
- 2 bell peppers, diced
- 1 onion, chopped
- 3 cloves garlic, sliced
- 800 g canned tomatoes
- 6 tbsp olive oil
- 1 tsp thyme
> Brown eggplant, zucchini and peppers one after the other, each in a spoon or two of oil.
> Soften onion and garlic in what is left, add tomatoes and thyme, and simmer for 10 minutes.
> Add the vegetables back and cook gently for 20 minutes. Good warm, better the next day.

# Couscous with Roast Vegetables | mediterranean | easy | 15 | 30 | 4 | 4.1 | vegan, uses leftovers
Takes any vegetables that need to go.
- 300 g couscous
- 1 zucchini, diced
- 1 eggplant, diced
- 1 red onion, in wedges
- 250 g cherry tomatoes
- 400 g canned chickpeas, drained
- 4 tbsp olive oil
- 1 lemon
- 1 bunch parsley, chopped
> Heat the oven to 220 °C. Toss the vegetables and chickpeas with half of the oil and salt, and roast for 25 minutes.
> Pour 400 ml of boiling water over the couscous, cover for 5 minutes, and fluff it with the rest of the oil.
> Fold everything together with the lemon's juice and the parsley.

# Buttermilk Pancakes | american | easy | 10 | 15 | 4 | 4.8 | breakfast
Thick, soft, and gone in minutes.
- 250 g flour
- 2 tbsp sugar
- 2 tsp baking powder
- 500 ml buttermilk
- 2 eggs
- 50 g butter, melted
- maple syrup, to serve
> Whisk flour, sugar and baking powder with a pinch of salt. Beat buttermilk, eggs and butter in another bowl.
> Stir the wet into the dry until just mixed. Lumps are right. Rest for 5 minutes.
> Fry ladlefuls in a buttered pan over medium heat, 2 minutes on each side. Serve with maple syrup.

# Classic Burgers | american | easy | 15 | 10 | 4 | 4.6 | family, grill
Loosely shaped, salted late, and flipped once.
- 600 g ground beef
- 4 burger buns
- 4 slices cheddar
- 1 onion, sliced
- 2 tomatoes, sliced
- 1 head lettuce
- 4 tbsp ketchup
- 4 tbsp mayonnaise
> Shape the beef into four patties a little wider than the buns. Salt them just before cooking.
> Sear in a very hot pan for 3 minutes. Flip, lay the cheese on, and cook for 2 minutes.
> Toast the buns and build the burgers with sauces, lettuce, tomato and onion.

# Mac and Cheese | american | medium | 10 | 30 | 4 | 4.7 | comfort, vegetarian
A proper sauce, a brown crust.
- 350 g macaroni
- 50 g butter
- 50 g flour
- 700 ml milk
- 250 g cheddar, grated
- 1 tsp mustard
- 40 g breadcrumbs
> Boil the macaroni 2 minutes short of done. Heat the oven to 200 °C.
> Melt the butter, stir in the flour for 2 minutes, and whisk in the milk. Simmer for 5 minutes.
> Off the heat melt in most of the cheese and the mustard. Mix with the pasta in a dish.
> Top with breadcrumbs and the rest of the cheese and bake for 20 minutes.

# Cobb Salad | american | easy | 20 | 15 | 3 | 4.2 | salad
Rows of good things; a fine end for leftover chicken.
- 300 g chicken breast
- 4 slices bacon
- 3 eggs
- 1 head romaine lettuce
- 2 tomatoes, diced
- 1 avocado, diced
- 80 g blue cheese
- 4 tbsp salad dressing
> Fry the bacon until crisp and cook the chicken in its fat, 6 minutes on each side. Boil the eggs for 8 minutes.
> Lay out the lettuce and set everything on it in rows. Dress at the table.

# Banana Bread | american | easy | 15 | 55 | 8 | 4.8 | baking, uses leftovers
For bananas that are too ripe to eat.
- 3 bananas, very ripe
- 250 g flour
- 150 g sugar
- 2 eggs
- 100 g butter, melted
- 2 tsp baking powder
- 1 tsp cinnamon
- 60 g walnuts, chopped
> Heat the oven to 180 °C. Mash the bananas and beat in eggs, sugar and butter.
> Fold in flour, baking powder and cinnamon, then the walnuts.
> Bake in a lined loaf tin for 55 minutes. A skewer should come out clean. Cool before cutting.
`

export interface Starter extends NewRecipe {
  id: string
}

const recipesIn = (texts: string): string[][] =>
  texts
    .split(/^# /m)
    .filter((text) => text.trim() !== '')
    .map((text) => text.trim().split('\n'))

const tagsIn = (cell: string) => cell.split(',').map((tag) => tag.trim())

function readStarter([head = '', ...body]: readonly string[], at: number): Starter {
  const [name = '', category, difficulty, prep, cook, servings, rating, tags = ''] = cellsOf(head)
  return {
    // The same id in every household; a household gets its own row only when it changes the recipe.
    id: `5a7e0000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`,
    name,
    category: RecipeCategory.parse(category),
    difficulty: Difficulty.parse(difficulty),
    prepTime: Number(prep),
    cookTime: Number(cook),
    servings: Number(servings),
    rating: Number(rating),
    tags: tagsIn(tags),
    ...parseRecipeText(body),
  }
}

function translate(starter: Starter, [head = '', ...body]: readonly string[]): Starter {
  const [name = '', tags = ''] = cellsOf(head)
  return { ...starter, name, tags: tagsIn(tags), ...parseRecipeText(body) }
}

/** Returns the starters in a language. */
export function startersIn(language: Language): Starter[] {
  const starters = recipesIn(texts).map(readStarter)
  if (language === 'en') return starters
  const translations = recipesIn(language === 'de' ? germanStarters : frenchStarters)
  return starters.map((starter, at) => translate(starter, translations[at] ?? []))
}
