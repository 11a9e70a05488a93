import { nameKey } from '#platform/shared/name-key.ts'

/**
 * Dishes with a drawing in `web/dish-picture`, and words of recipe names in English, German and French. The first dish with a word in the
 * name wins. A word that starts with `-` also ends compounds (Linsensuppe).
 */
const table = `
noodle-soup: noodle soup, ramen, pho, laksa, -nudelsuppe, soupe de nouilles
soup: soup, veloute, bisque, gazpacho, -suppe, soupe
stew: minestrone, stew, goulash, ragout, -eintopf, -gulasch, pot au feu, potee, cassoulet
chili: chili, chilli
curry: curry, -curry, dal, dhal, daal, masala, korma
fried-rice: fried rice, nasi goreng, gebratener reis, bratreis, riz saute, riz cantonais
risotto: risotto, -risotto, milchreis, rice pudding, riz au lait
baked-pasta: baked penne, baked ziti, pasta bake, lasagna, lasagne, cannelloni, nudelauflauf
mac-and-cheese: mac and cheese, macaroni cheese, kasespatzle, -spatzle, gnocchi
stir-fry: stir fry, wok, pad thai, chow mein, -pfanne, poelee
pasta: pasta, spaghetti, penne, tagliatelle, linguine, fettuccine, carbonara, bolognese, macaroni, -nudeln, pates
gratin: enchilada, gratin, -gratin, moussaka, casserole, parmentier, cottage pie, shepherds pie, -auflauf
tacos: taco, wrap, burrito, fajita, kebab, doner
flatbread: quesadilla, flatbread, pizza, -pizza, flammkuchen, -fladen, tarte flambee, focaccia, naan, pita
eggs: shakshuka, oeufs cocotte
fried-eggs: huevos, fried egg, scrambled egg, omelet, omelett, omelette, frittata, spiegelei, spiegeleier, ruhrei, oeufs au plat, oeufs brouilles
cobb: cobb, nicoise
burger: burger, hamburger, cheeseburger, sandwich
pancakes: pancake, waffle, crepe, galette, -pfannkuchen, -waffeln, palatschinken, kaiserschmarrn, gaufre
cake: banana bread, bread, cake, muffin, cookie, brownie, pie, tart, crumble, -brot, -kuchen, -torte, -keks, -kekse, -platzchen, pain, gateau, tarte, biscuit, quiche
salad: salad, slaw, coleslaw, -salat, salade, tabbouleh, taboule
bowl: bowl, -bowl, bibimbap, poke, tofu
couscous: couscous, bulgur, quinoa
fish: salmon, fish, cod, tuna, trout, shrimp, prawn, -lachs, -fisch, kabeljau, thunfisch, forelle, garnelen, saumon, poisson, cabillaud, thon, truite, crevette
vegetables: ratatouille, vegetable, aubergine, eggplant, zucchini, courgette, -gemuse, legume
traybake: traybake, roast, chicken, pork, beef, lamb, turkey, steak, schnitzel, -braten, -hahnchen, -huhn, -schwein, -rind, -blech, poulet, roti, porc, boeuf, agneau, dinde
`

interface Word {
  readonly dish: string
  readonly text: string
  readonly endsCompounds: boolean
}

const words: readonly Word[] = table
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [dish = '', list = ''] = line.split(': ')
    return list.split(', ').map((word) => ({ dish, text: word.replace(/^-/, ''), endsCompounds: word.startsWith('-') }))
  })

/** The dishes that have a drawing. */
export const dishDrawings: readonly string[] = [...new Set(words.map(({ dish }) => dish))]

const isIn = (name: string, { text, endsCompounds }: Word): boolean => {
  const at = endsCompounds ? name.indexOf(text) : ` ${name}`.indexOf(` ${text}`)
  return at >= 0 && /^(?:e?s|x|n|en)?(?: |$)/.test(name.slice(at + text.length))
}

/** Returns the drawing for a recipe by its name, or null if no word of it is known. */
export function dishDrawingOf(recipeName: string): string | null {
  const name = nameKey(recipeName)
    .replaceAll('œ', 'oe')
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return words.find((word) => isIn(name, word))?.dish ?? null
}
