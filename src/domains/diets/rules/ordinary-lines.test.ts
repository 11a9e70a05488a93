import { describe, expect, test } from 'vitest'
import { parseLine } from '#domains/recipes/rules/parse-line.ts'
import type { Language } from '#platform/shared/language.ts'
import { type Answer, answersAbout } from './check-food.ts'

/** Lines without nuts whose contents are plain. */
const lines: Readonly<Record<Language, string>> = {
  en: `
2 cloves garlic, finely chopped
1 large onion, peeled and diced
400 g chopped tomatoes
2 tbsp olive oil, plus extra for frying
100 g butter, at room temperature
3 eggs, lightly beaten
200 g plain flour, sifted
salt and pepper, to taste
1 bunch parsley, leaves picked and roughly chopped
500 g potatoes, peeled and cut into 2 cm cubes
2 carrots, cut into thin slices
1 lemon, zest and juice
2 celery sticks, thinly sliced
1 red pepper, seeds removed, sliced
250 ml milk, warm
1 tsp sugar
2 chicken breasts, skinless, cut into bite-sized pieces
300 g basmati rice, rinsed and drained
1 cup cooked quinoa
1 avocado, halved and pitted
fresh basil leaves, to serve
1 tbsp lemon juice (about 1/2 lemon)
2 bay leaves
1 cucumber, halved lengthways
1 tbsp tomato paste
2 ripe bananas, mashed
50 g unsalted butter, melted and cooled
1 thumb-sized piece of ginger, grated
4 spring onions, green parts only, finely sliced
1 can chickpeas, drained and rinsed`,
  de: `
2 Knoblauchzehen, fein gehackt
1 große Zwiebel, geschält und gewürfelt
400 g gehackte Tomaten
2 EL Olivenöl, zum Braten
100 g Butter, zimmerwarm
3 Eier, verquirlt
200 g Mehl, gesiebt
Salz und Pfeffer, nach Geschmack
1 Bund Petersilie, grob gehackt
500 g Kartoffeln, geschält und in Würfel geschnitten
2 Karotten, in dünne Scheiben geschnitten
1 Zitrone, Saft und Abrieb
1 TL Zucker
1 rote Paprika, entkernt, in Streifen
250 ml Milch, lauwarm
2 Hähnchenbrustfilets, in Stücke geschnitten
300 g Basmatireis, gewaschen
1 Avocado, halbiert und entkernt
frische Basilikumblätter, zum Garnieren
1 EL Zitronensaft (ca. 1/2 Zitrone)
2 Lorbeerblätter
1 Gurke, der Länge nach halbiert
1 EL Tomatenmark
2 reife Bananen, zerdrückt
50 g Butter, geschmolzen
1 Stück Ingwer, gerieben
4 Frühlingszwiebeln, in Ringe geschnitten
1 Dose Kichererbsen, abgetropft
fein gehackter Schnittlauch
1 Prise Salz`,
  fr: `
2 gousses d'ail, finement hachées
1 gros oignon, émincé
400 g de tomates concassées
2 c. à soupe d'huile d'olive
100 g de beurre, à température ambiante
3 œufs, battus
200 g de farine, tamisée
sel et poivre, au goût
1 botte de persil, grossièrement haché
500 g de pommes de terre, épluchées et coupées en dés
2 carottes, coupées en rondelles
1 citron, zeste et jus
1 c. à café de sucre
1 poivron rouge, épépiné et coupé en lanières
250 ml de lait, tiède
2 blancs de poulet, coupés en morceaux
300 g de riz basmati, rincé
1 avocat, coupé en deux
quelques feuilles de basilic, pour servir
1 c. à soupe de jus de citron
2 feuilles de laurier
1 concombre, coupé en deux dans la longueur
1 c. à soupe de concentré de tomates
2 bananes mûres, écrasées
50 g de beurre fondu
1 morceau de gingembre, râpé
4 oignons nouveaux, émincés
1 boîte de pois chiches, égouttés
1 pincée de sel
1 courgette, lavée et coupée en rondelles`,
}

describe('ordinary lines of recipes', () => {
  const cases = Object.entries(lines).flatMap(([language, list]) =>
    list
      .trim()
      .split('\n')
      .map((line) => [language as Language, line] as const),
  )
  test.each(cases)('%s: %s has no nuts', (language, text) => {
    const { food, preparation } = parseLine(text)
    const answer: Answer = answersAbout(
      { name: food, preparation, ingredientId: null },
      { ingredients: new Map(), said: new Map(), language },
    ).of('nuts')
    expect([food, preparation, answer]).toEqual([food, preparation, 'free'])
  })
})
