import type { Language } from '#platform/shared/language.ts'
import type { BuiltInFood } from '../../contract/index.ts'
import { slug } from './foods.ts'

/**
 * What households buy besides food, by category. One product per line: English, German and French names, the main name first.
 */
const table: readonly (readonly [category: string, rows: string])[] = [
  [
    'Baby',
    `
Diapers, nappies, swim diapers | Windeln, Windel, Babywindeln, Schwimmwindeln | Couches, couches bébé, couches-culottes
Baby wipes, wet wipes | Feuchttücher, Babytücher, Baby-Feuchttücher | Lingettes bébé, lingettes
Diaper cream, nappy cream, diaper rash cream | Wundschutzcreme, Windelcreme, Wundcreme | Crème pour le change, crème change
Baby shampoo, baby wash | Babyshampoo, Babybad | Shampoing bébé, gel lavant bébé
Baby oil | Babyöl | Huile pour bébé
Baby powder | Babypuder | Talc, talc pour bébé
Pacifier, dummy, soother | Schnuller | Tétine, sucette bébé
Baby bottle, feeding bottle | Babyflasche, Babyfläschchen | Biberon
`,
  ],
  [
    'Health & Beauty',
    `
Toothpaste | Zahnpasta, Zahncreme | Dentifrice
Toothbrush, toothbrush heads | Zahnbürste, Zahnbürsten, Aufsteckbürsten | Brosse à dents, brosses à dents
Dental floss, floss, interdental brushes | Zahnseide, Interdentalbürsten | Fil dentaire, brossettes interdentaires
Mouthwash | Mundspülung, Mundwasser | Bain de bouche
Hand soap, soap, bar soap, liquid soap | Seife, Handseife, Flüssigseife | Savon, savon pour les mains, savon liquide
Shower gel, body wash | Duschgel | Gel douche
Bubble bath, bath salts | Badezusatz, Schaumbad, Badesalz | Bain moussant, sels de bain
Shampoo | Shampoo, Haarshampoo | Shampoing, shampooing
Hair conditioner, conditioner | Haarspülung, Conditioner, Spülung | Après-shampoing, après-shampooing
Hair spray, hair gel, hair mousse, hair wax | Haarspray, Haargel, Haarwachs, Schaumfestiger | Laque, gel coiffant, mousse coiffante
Hair dye, hair color, hair colour | Haarfarbe, Haartönung | Coloration, teinture cheveux
Hair ties, hair bands, hairbrush, comb | Haargummis, Haarbürste, Kamm | Élastiques à cheveux, brosse à cheveux, peigne
Deodorant, antiperspirant, deodorant spray | Deo, Deodorant, Deospray, Deoroller | Déodorant, déo
Body lotion, moisturizer, moisturiser | Bodylotion, Körperlotion, Körpercreme | Lait corporel, crème hydratante
Face cream, day cream, night cream | Gesichtscreme, Tagescreme, Nachtcreme | Crème visage, crème de jour, crème de nuit
Hand cream | Handcreme | Crème mains, crème pour les mains
Lip balm, chapstick | Lippenpflege, Labello, Lippenbalsam | Baume à lèvres, stick à lèvres
Sunscreen, sun cream, sun lotion, after sun | Sonnencreme, Sonnenmilch, After Sun | Crème solaire, lait solaire, après-soleil
Razors, razor blades, disposable razors | Rasierer, Rasierklingen, Einwegrasierer | Rasoir, rasoirs, lames de rasoir
Shaving cream, shaving foam, shaving gel, aftershave | Rasierschaum, Rasiergel, Rasiercreme, Aftershave | Mousse à raser, gel à raser, après-rasage
Sanitary pads, menstrual pads, panty liners | Damenbinden, Binden, Slipeinlagen | Serviettes hygiéniques, protège-slips
Tampons | Tampons | Tampons hygiéniques, tampons
Cotton swabs, cotton buds, q-tips | Wattestäbchen, Ohrenstäbchen | Cotons-tiges
Cotton pads, cotton balls, cotton wool, cotton rounds | Wattepads, Watte, Abschminkpads | Cotons démaquillants, coton, disques de coton
Makeup remover, micellar water | Abschminklotion, Mizellenwasser, Make-up-Entferner | Démaquillant, eau micellaire
Makeup, mascara, lipstick, foundation | Make-up, Wimperntusche, Lippenstift | Maquillage, mascara, rouge à lèvres
Nail polish, nail polish remover | Nagellack, Nagellackentferner | Vernis à ongles, dissolvant
Perfume, eau de toilette | Parfüm, Eau de Toilette | Parfum, eau de toilette
Adhesive bandages, plasters, band-aids, bandages | Pflaster, Heftpflaster, Verband, Verbandmaterial | Pansements, bandages
Painkillers, pain reliever, ibuprofen, paracetamol, aspirin | Schmerzmittel, Kopfschmerztabletten, Ibuprofen, Paracetamol, Aspirin | Antidouleurs, ibuprofène, paracétamol, aspirine
Cough medicine, cough syrup, cough drops, throat lozenges | Hustensaft, Hustenbonbons, Halstabletten, Halsbonbons | Sirop contre la toux, pastilles pour la gorge
Nasal spray | Nasenspray | Spray nasal
Allergy medicine, antihistamine | Allergietabletten, Antihistaminikum | Antihistaminique, médicament allergie
Medicine, tablets, prescription | Medikamente, Tabletten, Arznei | Médicaments, ordonnance
Vitamins, vitamin tablets, vitamin d, vitamin c, magnesium | Vitamine, Vitamintabletten, Vitamin D, Vitamin C, Magnesium | Vitamines, vitamine D, vitamine C, magnésium
Hand sanitizer, disinfectant, hand sanitiser | Desinfektionsmittel, Handdesinfektion | Gel hydroalcoolique, désinfectant
Contact lens solution, contact lenses | Kontaktlinsenflüssigkeit, Kontaktlinsen | Solution pour lentilles, lentilles de contact
Condoms | Kondome | Préservatifs
Insect repellent, mosquito repellent, mosquito spray | Mückenspray, Insektenschutz, Mückenschutz | Anti-moustiques, répulsif insectes
Face masks, surgical masks | Mundschutz, Masken, FFP2-Masken | Masques chirurgicaux, masques
`,
  ],
  [
    'Household',
    `
Toilet paper, toilet roll, loo roll, bathroom tissue | Toilettenpapier, Klopapier, WC-Papier | Papier toilette, papier WC, PQ
Paper towels, kitchen roll, kitchen paper, paper towel roll | Küchenrolle, Küchenrollen, Küchenpapier, Haushaltsrolle | Essuie-tout, sopalin
Tissues, facial tissues, kleenex, pocket tissues, handkerchiefs | Taschentücher, Papiertaschentücher, Tempo, Kosmetiktücher | Mouchoirs, kleenex, mouchoirs en papier
Napkins, paper napkins, serviettes | Servietten, Papierservietten | Serviettes en papier, serviettes
Dish soap, washing-up liquid, dishwashing liquid | Spülmittel, Geschirrspülmittel, Spüli | Liquide vaisselle, produit vaisselle
Dishwasher tablets, dishwasher tabs, dishwasher detergent, dishwasher pods | Spülmaschinentabs, Geschirrspültabs, Spültabs | Tablettes lave-vaisselle, pastilles lave-vaisselle
Dishwasher salt | Spülmaschinensalz, Regeneriersalz | Sel lave-vaisselle, sel régénérant
Rinse aid | Klarspüler | Liquide de rinçage
Laundry detergent, washing powder, laundry pods, laundry liquid, washing liquid | Waschmittel, Waschpulver, Colorwaschmittel, Vollwaschmittel, Feinwaschmittel | Lessive, lessive liquide, lessive en poudre
Fabric softener, fabric conditioner | Weichspüler | Adoucissant, assouplissant
Stain remover | Fleckenentferner, Fleckensalz | Détachant
Bleach | Bleiche, Chlorreiniger | Eau de Javel, javel
All-purpose cleaner, multi-surface cleaner, household cleaner, cleaning spray, cleaner | Allzweckreiniger, Putzmittel, Reiniger, Universalreiniger | Nettoyant multi-usages, nettoyant, produit ménager
Glass cleaner, window cleaner | Glasreiniger, Fensterreiniger | Nettoyant vitres, lave-vitres
Bathroom cleaner, limescale remover, descaler | Badreiniger, Kalklöser, Entkalker | Nettoyant salle de bain, anticalcaire, détartrant
Toilet cleaner, toilet bowl cleaner, toilet blocks | WC-Reiniger, WC-Steine, Klostein | Gel WC, nettoyant WC, bloc WC
Drain cleaner, drain unblocker | Abflussreiniger, Rohrreiniger | Déboucheur, débouche-évier
Oven cleaner | Backofenreiniger | Nettoyant four, décapant four
Sponges, dish sponges, scouring pads, scourers | Schwämme, Spülschwämme, Topfreiniger, Schwamm | Éponges, tampons à récurer
Cleaning cloths, microfiber cloths, dishcloths, dusters | Putzlappen, Putztücher, Mikrofasertücher, Spüllappen | Chiffons, lavettes, microfibres
Rubber gloves, cleaning gloves, disposable gloves | Gummihandschuhe, Putzhandschuhe, Einweghandschuhe | Gants de ménage, gants jetables
Trash bags, bin bags, bin liners, garbage bags | Müllbeutel, Müllsäcke, Müllsack, Biomüllbeutel | Sacs poubelle, sacs-poubelle
Freezer bags, zip bags, ziploc bags, sandwich bags | Gefrierbeutel, Zipbeutel, Frühstücksbeutel | Sacs congélation, sachets zip
Aluminum foil, aluminium foil, tin foil, kitchen foil | Alufolie, Aluminiumfolie | Papier aluminium, papier alu, aluminium
Plastic wrap, cling film, cling wrap | Frischhaltefolie, Klarsichtfolie | Film alimentaire, film étirable
Baking paper, parchment paper, greaseproof paper | Backpapier, Butterbrotpapier | Papier sulfurisé, papier cuisson
Coffee filters, coffee filter papers | Kaffeefilter, Filtertüten | Filtres à café
Water filter, filter cartridges | Wasserfilter, Filterkartuschen | Filtre à eau, cartouches filtrantes
Batteries, AA batteries, AAA batteries, button cells | Batterien, Batterie, Knopfzellen, AA-Batterien, AAA-Batterien | Piles, piles AA, piles AAA, piles bouton
Light bulbs, LED bulbs | Glühbirnen, Glühbirne, LED-Lampen, Leuchtmittel | Ampoules, ampoule LED
Candles, tea lights, birthday candles | Kerzen, Teelichter, Geburtstagskerzen | Bougies, bougies chauffe-plat, bougies d'anniversaire
Matches, lighter | Streichhölzer, Feuerzeug, Zündhölzer | Allumettes, briquet
Vacuum bags, vacuum cleaner bags | Staubsaugerbeutel | Sacs aspirateur
Air freshener | Raumspray, Lufterfrischer, Raumduft | Désodorisant, parfum d'intérieur
Charcoal, barbecue charcoal, charcoal briquettes, firelighters | Grillkohle, Holzkohle, Grillbriketts, Grillanzünder | Charbon de bois, briquettes, allume-feu
Paper plates, disposable cups, paper cups, straws | Pappteller, Pappbecher, Einwegbecher, Strohhalme | Assiettes en carton, gobelets, pailles
Adhesive tape, sticky tape, duct tape, super glue, glue | Klebeband, Tesafilm, Sekundenkleber, Kleber | Ruban adhésif, scotch, colle
Wrapping paper, gift wrap, greeting card, birthday card | Geschenkpapier, Grußkarte, Geburtstagskarte | Papier cadeau, carte d'anniversaire, carte de vœux
Pens, printer paper, envelopes, stamps | Stifte, Kugelschreiber, Druckerpapier, Briefumschläge, Briefmarken | Stylos, papier imprimante, enveloppes, timbres
Cut flowers, flowers, bouquet | Schnittblumen, Blumen, Blumenstrauß | Fleurs, bouquet, fleurs coupées
Potting soil, plant food, fertilizer, fertiliser | Blumenerde, Dünger, Blumendünger | Terreau, engrais
Moth traps, fly traps, mouse traps, ant bait | Mottenfallen, Fliegenfallen, Mausefallen, Ameisenköder | Pièges à mites, pièges à mouches, anti-fourmis
`,
  ],
  [
    'Pets',
    `
Cat food, dry cat food, wet cat food | Katzenfutter, Katzennassfutter, Katzentrockenfutter | Nourriture pour chat, croquettes chat, pâtée chat
Cat treats | Katzenleckerli, Katzensnacks | Friandises pour chat, friandises chat
Cat litter, kitty litter | Katzenstreu | Litière, litière pour chat
Dog food, dry dog food, wet dog food | Hundefutter, Hundenassfutter, Hundetrockenfutter | Nourriture pour chien, croquettes chien, pâtée chien
Dog treats, dog chews, dog biscuits | Hundeleckerli, Hundesnacks, Kauknochen, Hundekekse | Friandises pour chien, friandises chien, os à mâcher
Poop bags, dog waste bags, dog poop bags | Kotbeutel, Hundekotbeutel | Sacs à crottes, sacs crottes
Pet food | Tierfutter, Haustierfutter | Nourriture pour animaux
Bird food, bird seed, birdseed, fat balls | Vogelfutter, Meisenknödel, Wellensittichfutter | Graines pour oiseaux, boules de graisse
Fish food, aquarium food | Fischfutter | Nourriture pour poissons
Small pet food, rabbit food, hamster food, guinea pig food | Kaninchenfutter, Hamsterfutter, Meerschweinchenfutter, Kleintierfutter | Granulés lapin, nourriture pour lapin, nourriture pour hamster
Hay, pet bedding, small pet bedding | Heu, Kleintierstreu, Einstreu | Foin, litière rongeurs
Flea treatment, flea collar, tick treatment | Flohmittel, Zeckenmittel, Flohhalsband | Antipuces, collier antipuces, anti-tiques
`,
  ],
]

type Names = readonly [main: string, ...others: string[]]

function readNames(list: string | undefined): Names {
  const [main, ...others] = list?.split(', ') ?? []
  if (!main) throw new Error(`Names are needed: ${list}`)
  return [main, ...others]
}

function readRow(category: string, row: string): readonly [BuiltInFood, Readonly<Record<Language, Names>>] {
  const [english, german, french] = row.split(' | ')
  const en = readNames(english)
  const [name, ...aliases] = en
  const shelfLife = { pantryDays: null, fridgeDays: null, freezerDays: null, openedDays: null }
  const source = 'No public figure'
  const defaults = { defaultUnit: 'each', defaultStorage: 'PANTRY', shelfLife, conversions: [], source } as const
  return [
    { key: slug(name), name, aliases, category, ...defaults, conversions: [] },
    { en, de: readNames(german), fr: readNames(french) },
  ]
}

/** The products and their names. */
export const nonFood = new Map(
  table.flatMap(([category, rows]) =>
    rows
      .trim()
      .split('\n')
      .map((row) => readRow(category, row)),
  ),
)
