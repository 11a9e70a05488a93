import { nameKey } from '#platform/shared/name-key.ts'

/** Words of amounts and of how food is prepared, in English, German and French. They name nothing that is added. */
const plain = `
a an the of in into on at to as for from by per if and or about until till each all any both some more extra plus see note very well not too
also only just then such like it its your you them is are be can or optional needed desired required necessary taste serve serving servings
garnish garnishing decorate decoration sprinkle sprinkling dusting drizzle drizzling frying greasing brushing rolling topping divided
room temperature fridge freezer cold warm hot lukewarm tepid chilled cool cooled boiling boiled simmered steamed
cooked uncooked precooked raw fresh freshly frozen thawed defrosted ripe unripe young old small medium large big little tiny thin thick
thinly thickly finely fine coarsely coarse roughly rough lightly light gently very quite chopped sliced slice slices diced dice minced
grated grate shredded crushed ground mashed pureed julienned julienne cubed cube cubes quartered quarter quarters halved half halves cut
torn picked peeled unpeeled skinless boneless bone skin seed seeds seeded deseeded pitted stoned stone stones core cored pit pits trimmed
washed rinsed drained dried dry patted squeezed zested zest juiced juice melted softened soft whipped beaten whisked separated sifted sieved
packed heaped heaping level levelled rounded loosely tightly roasted toasted grilled fried baked blanched browned caramelized caramelised
soaked overnight deveined shelled hulled podded shucked cleaned scrubbed stemmed stem stems stalk stalks leaf leaves sprig sprigs
bunch bunches handful handfuls pinch pinches dash clove cloves bulb head heads ear ears stick sticks strip strips ring rings wedge wedges
chunk chunks piece pieces bite sized size round rounds floret florets part parts white whites green greens only removed reserved discarded
lengthwise crosswise diagonal diagonally inch inches cm mm g kg mg ml cl dl l lb lbs oz ounce ounces pound pounds cup cups tbsp tsp tablespoon
tablespoons teaspoon teaspoons can cans tin tins jar pack packet package pkg bag box bottle container good quality best organic unsalted salted
unsweetened sweetened lean low full whole red yellow black brown purple orange dark virgin free range waxy floury firm total approx
approximately minute minutes min hour hours h day days night before after ahead separately together apart off out up down over under aside
zum zur zu zur zum am an auf aus bei das dem den der des die ein eine einen einer eines etwas fuer fur gegen im in ins ist je mit nach nur
oder und oberhalb so sehr sowie nicht ohne um unter vom von vor wer wenn wie wird werden sein alternativ evtl eventuell ev optional bedarf
belieben geschmack garnieren garnitur servieren bestreuen bestauben braten ausbacken anbraten einfetten dekorieren dekoration verzieren
zimmertemperatur zimmerwarm raumtemperatur kuhlschrank kalt warm heiss lauwarm gekuhlt abgekuhlt kochend gekocht vorgekocht gegart gedampft
ungekocht roh frisch tiefgekuhlt gefroren aufgetaut reif uberreif jung alt klein kleiner mittel mittelgross mittlere gross grosser winzig dunn
dick fein feiner grob grosszugig leicht gehackt kleingehackt feingehackt gehackelt geschnitten kleingeschnitten aufgeschnitten gewurfelt
scheibe scheiben scheibchen wurfel wurfelchen streifen ringe ring halbring halbringe viertel geviertelt achtel halbiert halfte halb halbe
gerieben abgerieben geraspelt gehobelt zerdruckt gepresst zerstossen gemahlen gestossen puriert passiert gestampft zerkleinert zerkrumelt
zerbroselt zerpfluckt gezupft abgezupft geschalt ungeschalt schale haut hautlos entkernt kerne kern steine stein entsteint gehautet geputzt
gewaschen abgespult abgetropft getrocknet trocken abgetupft trockengetupft ausgepresst ausgedruckt saft abrieb geschmolzen zerlassen flussig
weich steif steifgeschlagen geschlagen aufgeschlagen verquirlt verruhrt getrennt gesiebt gehauft gestrichen gerostet angerostet geroestet
gegrillt gebraten angebraten gebacken blanchiert gebraunt karamellisiert eingeweicht einweichen nacht uber blatt blatter blattchen zweig
zweige stiel stiele stangel strunk bund bundchen handvoll prise prisen messerspitze msp knolle kopf kopfe stange stangen stuck stucke stucken
stuckchen spalten spalte schnitze roschen rosette teil teile teilen entfernt beiseite langs quer schrag diagonal essloffel teeloffel el tl
tasse tassen becher dose dosen glas packung pck pkg packchen beutel liter gramm bio qualitat ungesalzen gesalzen ungesusst gesusst mager
fettarm ganz ganze rot rote weiss weisse grun grune gelb gelbe schwarz braun lila dunkel hell festkochend mehlig mehligkochend
vorwiegend ca etwa circa minute minuten stunde stunden tag tage vorher danach siehe anmerkung tipp noch dazu davon jeweils insgesamt
klein in feine kleine dunne grobe
le la les l un une des du de d au aux en et ou a pour par sur sous dans selon si avec sans pas tres plus peu bien environ env chacun chaque
facultatif optionnel besoin gout votre vos envie servir service garnir decorer decoration saupoudrer parsemer cuisson cuire friture graisser
temperature ambiante piece refrigerateur frigo froid froide chaud chaude tiede bouillant bouillante bouilli cuit cuite precuit cru
crue frais fraiche fraichement surgele congele decongele mur mure jeune vieux petit moyen moyenne gros grosse grand
lengthways thumb two three four lange deux trois quatre laniere dans longueur quelques einige ein paar paar
grande fin fine finement grossierement grossier legerement leger hache haches emince emincee ciseler cisele ciselee coupe decoupe detaille
tranche tranches rondelle rondelles lamelle lamelles de des cube cubes dice julienne brunoise batonnet batonnets quartier quartiers moitie
demi demie rape rapee presse pressee ecrase ecrasee moulu moulue concasse concassee broye pile mixe reduit puree epluche
epluchee pele pelee evide epepine epepinee denoyaute denoyautee noyau noyaux peau pepins lave lavee rince rincee egoutte egouttee seche
sechee sec essore jus zeste zestes fondu fondue fondre mou molle ramolli pommade battu battue fouette fouettee montee monte neige
separe tamise tasse rase bombee roti rotie grille grillee torrefie poele frit frite saute sautee dore doree blanchi blanchie caramelise
trempe trempee veille feuille feuilles brin brins branche branches tige tiges botte bottes poignee poignees pincee pincees gousse gousses tete
tetes pied pieds morceau morceaux bouchee fleurette fleurettes partie parties blanc blanche vert verte rouge jaune noir noire brun entier entiere retire
retiree reserve long longueur travers biais cuillere cuilleres cuilleree soupe cafe verre boite boites conserve bocal
paquet sachet bouteille litre litres gramme grammes bio qualite sale salee sucre doux douce maigre gras environ min minutes heure
heures jour jours avant apres voir ensemble part reste desosse desossee dessale
`
/** They tell foods apart, so they are only preparation in a remark: black pudding isn't pudding. */
const telling = new Set(
  `black white red green yellow brown purple orange dark head heads hot cold sweet sweetened fried baked dried dry light fat low full juice soft
  whole bone skin head ear ears stone stick sticks ring rings cube cubes roll round schwarz weiss weisse rot rote grun grune gelb braun dunkel hell kopf saft fett
  mager gebacken ausbacken glas trocken getrocknet sec seche sechee tete tetes pied pieds blanc blanche vert verte rouge jaune noir noire
  brun jus fat gras frit frite reste puree puriert gestampft mashed pureed soupe cafe sale salee sucre neige stock`.split(/\s+/),
)

const words = new Set(
  plain
    .trim()
    .split(/\s+/)
    .map((word) => nameKey(word)),
)

const endings = ['ees', 'ee', 'es', 'e', 'en', 'er', 'em', 'n', 's']
const formsOf = (word: string): string[] => [word, ...endings.filter((end) => word.endsWith(end)).map((end) => word.slice(0, -end.length))]

/** Returns whether a word, without accents, only says how food is prepared. `inName`: also as a part of a food's name. */
export function isPreparation(word: string, inName = false): boolean {
  if (/^\d+[a-z]{0,2}$/.test(word)) return true
  const forms = formsOf(word)
  return forms.some((form) => words.has(form)) && !(inName && forms.some((form) => telling.has(form)))
}
