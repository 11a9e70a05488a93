import type { NewRecipe } from '#domains/recipes/contract/recipe.ts'
import { parseRecipeText } from '#domains/recipes/rules/recipe-text.ts'
import { startersIn } from '#domains/recipes/server/built-in/starters.ts'
import type { Language } from '#platform/shared/language.ts'

/** A recipe of the household; the text is a name, tags, and what `parseRecipeText` reads. */
type OwnRecipe = Pick<NewRecipe, 'prepTime' | 'cookTime' | 'rating'> & { readonly text: Readonly<Record<Language, string>> }

const ownRecipes: readonly OwnRecipe[] = [
  {
    prepTime: 20,
    cookTime: 35,
    rating: 4.9,
    text: {
      en: `
Grandma’s potato soup
soup, family
What Sundays smelled like. Better on the second day.
- 1 kg potatoes, diced
- 2 carrots, diced
- 1 onion, chopped
- 30 g butter
- 1.2 l vegetable stock
- 100 ml heavy cream
- Nutmeg
> Soften the onion in the butter.
> Add the potatoes, carrots and stock and simmer for 30 minutes.
> Mash half of it, stir in the cream and season with nutmeg.`,
      de: `
Omas Kartoffelsuppe
Suppe, Familie
So roch es sonntags. Am zweiten Tag noch besser.
- 1 kg Kartoffeln, gewürfelt
- 2 Möhren, gewürfelt
- 1 Zwiebel, gehackt
- 30 g Butter
- 1,2 l Gemüsebrühe
- 100 ml Sahne
- Muskatnuss
> Die Zwiebel in der Butter glasig dünsten.
> Kartoffeln, Möhren und Brühe zugeben und 30 Minuten köcheln lassen.
> Die Hälfte zerstampfen, die Sahne einrühren und mit Muskat abschmecken.`,
      fr: `
Soupe de pommes de terre de mamie
soupe, famille
Le parfum du dimanche. Encore meilleure le lendemain.
- 1 kg de pommes de terre, en dés
- 2 carottes, en dés
- 1 oignon, émincé
- 30 g de beurre
- 1,2 l de bouillon de légumes
- 100 ml de crème liquide
- Noix de muscade
> Faites fondre l’oignon dans le beurre.
> Ajoutez les pommes de terre, les carottes et le bouillon, et laissez mijoter 30 minutes.
> Écrasez-en la moitié, ajoutez la crème et assaisonnez de muscade.`,
    },
  },
  {
    prepTime: 10,
    cookTime: 10,
    rating: 4.4,
    text: {
      en: `
Yogurt flatbreads
bread, quick
Two ingredients and a hot pan.
- 250 g flour
- 250 g Greek yogurt
- 1 tsp salt
> Knead everything into a soft dough.
> Roll out eight rounds and bake each in a hot dry pan for a minute on each side.`,
      de: `
Joghurt-Fladenbrote
Brot, schnell
Zwei Zutaten und eine heiße Pfanne.
- 250 g Mehl
- 250 g griechischer Joghurt
- 1 TL Salz
> Alles zu einem weichen Teig verkneten.
> Acht Fladen ausrollen und in der heißen Pfanne ohne Fett auf jeder Seite eine Minute backen.`,
      fr: `
Pains plats au yaourt
pain, rapide
Deux ingrédients et une poêle bien chaude.
- 250 g de farine
- 250 g de yaourt grec
- 1 c. à c. de sel
> Pétrissez le tout en une pâte souple.
> Étalez huit galettes et faites-les cuire une minute de chaque côté dans une poêle chaude, sans matière grasse.`,
    },
  },
]

/** Returns the household's own recipes. */
export const recipesIn = (language: Language): NewRecipe[] =>
  ownRecipes.map(({ text, ...times }) => {
    const [name = '', tags = '', ...lines] = text[language].trim().split('\n')
    return { ...times, ...parseRecipeText(lines), name, tags: tags.split(', '), category: 'mediterranean', difficulty: 'easy', servings: 4 }
  })

const planned = ['Baked Penne with Spinach and Ricotta', 'Chicken Stir Fry', 'Beef Tacos']

/** Returns the ids of the starters that are planned, in order. */
export const plannedStarters = (): string[] =>
  planned.flatMap((name) => startersIn('en').flatMap((starter) => (starter.name === name ? [starter.id] : [])))
