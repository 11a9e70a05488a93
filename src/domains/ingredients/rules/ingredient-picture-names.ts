/**
 * English, German and French names of each symbol in `food-pictures.svg`, one symbol per line. Names have no accents, and no plural that
 * only adds an ending. The ends of German compounds are matched too.
 */
export const pictureNameTable = `
apple: granny smith, boskop, elstar, pommes (Produce), apple, apfel, pomme
pear: pear, birne, poire
banana: banana, plantain, banane
orange: orange, clementine, mandarin, mandarine, satsuma, tangerine, easy peeler, grapefruit, kumquat, apfelsine, pampelmuse, pamplemousse, pomelo
lemon: lemon, lime, zitrone, limette, limone, citron
strawberry: strawberry, erdbeere, fraise
berry: berry, bramble, blackcurrant, redcurrant, currant, beere, beeren, ribisel, myrtille, bleuet, mure, groseille, cassis, framboise, canneberge, airelle, fruit rouge
cherry: cherry, kirsche, cerise
grape: dried fruit, trockenobst, dorrobst, trockenfruchte, fruit sec, fruit seche, grape, raisin, sultana, traube, weintraube, rosine, sultanine
melon: melon miel, melon, cantaloupe, honeydew, pasteque, melone
pineapple: pineapple, ananas
peach: reines claudes, peach, nectarine, apricot, plum, prune, mango, papaya, pawpaw, pfirsich, nektarine, aprikose, marille, pflaume, zwetschge, zwetschke, peche, brugnon, abricot, quetsche, mirabelle, reine claude, mangue, papaye, pruneau
kiwi: kiwi, kiwifruit, passion fruit, passionfruit, maracuja, guava, dragon fruit, pitaya, pitahaya, star fruit, carambola, passionsfrucht, guave, drachenfrucht, drachenfruchte, sternfrucht, sternfruchte, karambole, fruit de la passion, goyave, fruit du dragon, carambole, lychee, litchi, litschi
fig: fig, feige, figue
pomegranate: pomegranate, granatapfel, grenade
avocado: avocado, avocat, guacamole
coconut: coconut, kokosnuss, kokosnusse, kokos, noix de coco, coco
tomato: tomate cerise, tomates cerises, tomato, passata, tomate, paradeiser, coulis de tomate, puree de tomates
carrot: carrot, parsnip, karotte, mohre, mohrrube, rubli, ruebli, pastinake, carotte, panais
potato: taroknolle, potato, sweet potato, yam, cassava, yuca, manioc, taro, jicama, kartoffel, batate, erdapfel, maniok, yambohne, pomme de terre, pommes de terre, patate
onion: onion, shallot, zwiebel, schalotte, oignon, echalote
garlic: garlic, knoblauch, ail
broccoli: broccoli, calabrese, cauliflower, rapini, brokkoli, blumenkohl, karfiol, stangelkohl, cima di rapa, brocoli, chou fleur, choux fleurs, brocoli rave
cabbage: chou noir, lollo rosso, lollo rossa, feuille de chene, laitue pommee, blattsalat, eichblattsalat, hauptelsalat, chicoree, little gem, cabbage, brussels sprout, lettuce, iceberg, romaine, radicchio, sauerkraut, kimchi, coleslaw, slaw, kohl, kraut, wirsing, rosenkohl, kohlsprossen, kopfsalat, eissalat, eisbergsalat, romersalat, romanasalat, salatherzen, krautsalat, weisskohlsalat, chou, laitue, choucroute, trevise, batavia, sucrine, salade de chou, bok choy, pak choi, pak choi, senfkohl, chicory
leaf: chou cavalier, leaf, spinach, arugula, rocket, rucola, chard, kale, cavolo nero, greens, collard, spinat, rauke, mangold, grunkohl, federkohl, schwarzkohl, blattkohl, markstammkohl, epinard, roquette, blette, bette, kale, fane, mache
salad: salad leaf, spring mix, jeunes pousses, bagged greens, salad, salad mix, mixed leaves, salat, salatmischung, salade, mesclun
cucumber: summer squash, cucumber, zucchini, courgette, gherkin, gurke, concombre, zucchetti
pepper: bell pepper, sweet pepper, red pepper, green pepper, yellow pepper, roasted red pepper, capsicum, paprika, paprikaschote, spitzpaprika, gemusepaprika, poivron
chili: flocons de piment, piment en poudre, piment en flocons, crushed red pepper, chili, chilli, chile, chili pepper, chilli pepper, hot pepper, jalapeno, cayenne, cayenne pepper, chilischote, peperoni, cayennepfeffer, piment, chiliflocken, chilifaden, chilipulver, chili flakes, chilli flakes, red pepper flakes, poivre de cayenne, piment de cayenne
aubergine: aubergine, eggplant, brinjal, melanzani
mushroom: mushroom, portobello, cremini, champignon, pilz
corn: corn, sweetcorn, corn on the cob, corn cob, maize, mais, maiskolben, epi de mais
pea: haricots mange tout, okraschote, pea, green bean, string bean, french bean, runner bean, haricot vert, snow pea, mangetout, sugar snap, edamame, soybean, fava bean, broad bean, okra, erbse, fisole, brechbohne, buschbohne, stangenbohne, prinzessbohne, grune bohne, grune bohnen, dicke bohnen, saubohne, ackerbohne, puffbohne, zuckerschote, kaiserschote, sojabohne, pois, petit pois, haricot plat, haricot mange tout, feve, fevette, gombo, ladies fingers
bean: bean, lentil, chickpea, garbanzo, dal, dhal, split pea, dried pea, bohne, linse, kichererbse, kidneybohne, schalerbse, getrocknete erbsen, haricot, lentille, pois chiche, pois casse, pois sec, flageolet
pumpkin: pumpkin, squash, butternut, kurbis, hokkaido, citrouille, potiron, potimarron, courge, doubeurre
leek: oignons verts, leek, spring onion, scallion, green onion, salad onion, lauch, porree, fruhlingszwiebel, lauchzwiebel, jungzwiebel, poireau, oignon nouveau, oignons nouveaux, cebette, ciboule, lemongrass, lemon grass, zitronengras, citronnelle, chives, schnittlauch, ciboulette
asparagus: asparagus, spargel, asperge
celery: celery, fennel, rhubarb, celery stalk, sellerie, staudensellerie, stangensellerie, fenchel, rhabarber, celeri, fenouil, rhubarbe
beet: neep, beet, beetroot, radish, turnip, swede, rutabaga, kohlrabi, celeriac, celery root, rote bete, rote beete, rote rube, rande, radieschen, rettich, weisse rube, mairube, rube, steckrube, kohlrube, rubchen, knollensellerie, sellerieknolle, betterave, radis, navet, chou rave, choux raves, celeri rave
artichoke: artichoke, artischocke, artichaut
ginger: ginger, turmeric, ingwer, kurkuma, gelbwurz, gingembre, curcuma, galangal, horseradish, meerrettich, kren, raifort
herb: coriander leaf, herb, basil, cilantro, coriander, dill, mint, parsley, rosemary, thyme, oregano, sage, bay leaf, bean sprout, sprout, beansprout, cress, italian seasoning, basilikum, koriander, minze, petersilie, rosmarin, thymian, salbei, majoran, marjoram, lorbeer, lorbeerblatt, lorbeerblatter, krauter, kraeuter, sprossen, sojasprosse, kresse, basilic, coriandre, aneth, menthe, persil, romarin, thym, origan, sauge, laurier, feuille de laurier, herbe, germe, pousse de soja, tarragon, estragon, feuilles de coriandre
egg: egg, yolk, ei, eier, huhnerei, eigelb, eiweiss, flussigei, eiklar, eidotter, oeuf, blanc d oeuf, blanc d oeufs, jaune d oeuf
milk: milk, buttermilk, eggnog, oat drink, soy drink, rice drink, almond drink, milch, haferdrink, sojadrink, reisdrink, mandeldrink, kokosdrink, kokosnussdrink, eierpunsch, lait, babeurre, boisson a l avoine, boisson a l amande, boisson au soja, boisson au riz, boisson a la noix de coco, boisson coco, coconut drink, coconut milk beverage, kefir
yogurt: yoghourt, creme epaisse, yogurt, yoghurt, quark, pudding, custard, skyr, dessert pot, creme fraiche, sour cream, soured cream, cottage cheese, joghurt, jogurt, topfen, saure sahne, sauerrahm, schmand, huttenkase, korniger frischkase, milchreis, griesspudding, yaourt, yogourt, fromage blanc, faisselle, petit suisse, fromage cottage, creme dessert, flan, riz au lait, mousse, creme aigre, creme sure, gotterspeise, wackelpudding
cream: cream, half and half, creamer, sahne, rahm, obers, schlagobers, halbrahm, creme, chantilly, whipped topping, schlagcreme, kochcreme, kaffeeweisser, succedane de creme, garniture fouettee
cheese: kasescheibe, kasescheiben, kasestange, kasestick, kasesticks, kaseersatz, kaseaufschnitt, ricotta, cheese, cheddar, brie, camembert, feta, mozzarella, parmesan, gouda, emmental, gruyere, gorgonzola, roquefort, stilton, chevre, kase, emmentaler, greyerzer, appenzeller, parmigiano, grana padano, fromage, tomme, comte, beaufort, bleu, cheese curd, kasebruch, bruchkase, caille, quesadilla, halloumi, paneer, mascarpone
butter: butter, margarine, ghee, shortening, lard, duck fat, goose fat, vegetable fat, baking spread, butterschmalz, schmalz, pflanzenfett, backfett, kokosfett, frittierfett, streichfett, beurre, graisse, saindoux, matiere grasse
steak: goat, chevreau, steak, beef, pork, lamb, veal, venison, bison, meat, chop, cutlet, rib, liver, offal, rabbit, pastrami, jerky, rindfleisch, rinder, rind, schwein, schweine, lamm, kalb, kalbs, wild, reh, hirsch, bisonfleisch, fleisch, kotelett, schnitzel, braten, gulasch, leber, innereien, zunge, kaninchen, rippchen, filet mignon, boeuf, porc, agneau, veau, gibier, chevreuil, cerf, biche, viande, bifteck, entrecote, cote de porc, cotes de porc, escalope, foie, abats, lapin, travers, rosbif, plat de cotes, pork rind, grattons, couennes, schwarte, schweineschwarte, schweinekruste, tongue, langue
drumstick: hahnchenaufschnitt, geflugelaufschnitt, hahnchenbrustaufschnitt, putenaufschnitt, putenbrustaufschnitt, entenbrust, huhnerfleisch, hahnchenfleisch, putenfleisch, gansefleisch, geflugelfleisch, putenschnitzel, hahnchenschnitzel, escalope de poulet, escalope de dinde, duckling, nugget, chicken, turkey, duck, goose, poultry, hahnchen, huhn, huhnchen, huhner, hendl, poulet, pute, puten, truthahn, ente, enten, gans, ganse, geflugel, dinde, canard, oie, volaille, magret, drumstick
sausage: sausage, hot dog, frankfurter, wiener, bratwurst, chorizo, kielbasa, banger, wurst, wurstchen, cabanossi, landjager, saucisse, chipolata, merguez, knack
bacon: kassler, kasseler, poitrine de porc fumee, bacon, lardon, speck, lard, poitrine fumee, pancetta
ham: schinkenbraten, ham, prosciutto, gammon, schinken, jambon, jambonneau, pate, terrine, rillettes, leberwurst, pastete, leberpastete, luncheon meat, lunch meat, cold cut, aufschnitt, charcuterie, fleischwurst, lyoner, mortadella, leberkase, mortadelle
salami: salami, pepperoni, saucisson, dauerwurst, rosette
mince: mince, ground beef, ground chicken, ground lamb, ground pork, ground turkey, minced beef, minced chicken, minced lamb, minced pork, minced turkey, hamburger meat, hack, hackfleisch, faschiertes, gehacktes, mett, hache, boeuf hache, boeuf hachee, viande hachee, steak hache, poulet hache, agneau hache, porc hache, dinde hachee, chair a saucisse, soy crumbles, sojagranulat, sojaschnetzel, sojahack, textured soy protein, textured vegetable protein, tvp, proteine de soja texturee, proteines de soja texturees, soja texture
fish: oeufs de poisson, oeufs de lump, thunfischsteak, rogen, tuna steak, steak de thon, fish, salmon, tuna, cod, haddock, halibut, mackerel, pollock, sole, flounder, catfish, herring, trout, anchovy, lox, kipper, caviar, roe, squid, calamari, octopus, fisch, lachs, thunfisch, kabeljau, dorsch, schellfisch, heilbutt, makrele, seelachs, kohler, seezunge, scholle, flunder, wels, pangasius, hering, matjes, rollmops, rollmopse, forelle, sardelle, anchovis, kaviar, fischrogen, tintenfisch, kalmar, buckling, fischstabchen, poisson, saumon, thon, cabillaud, morue, eglefin, fletan, maquereau, lieu noir, lieu jaune, colin, carrelet, limande, plie, hareng, truite, anchois, calamar, calmar, encornet, seiche, panga, batonnet de poisson, batonnets de poisson
tin: tuna (Canned Goods), thunfisch (Canned Goods), thon (Canned Goods), sardine, canned tuna, canned salmon, canned fish, olsardine, dosenthunfisch, dosenlachs, thon en conserve, thon en boite, saumon en conserve, canned meat, tinned meat, fruhstucksfleisch, dosenfleisch, viande en conserve, pate en conserve, tinned salmon, tinned tuna, lachs aus der dose, thunfisch aus der dose, fleisch aus der dose
shrimp: crabmeat, krabbenfleisch, crab meat, crab stick, crab leg, shrimp, prawn, crayfish, crab, lobster, surimi, garnele, gamba, krabbe, krebs, krebsfleisch, taschenkrebs, hummer, krebsfleischimitat, crevette, ecrevisse, crabe, tourteau, homard, chair de crabe, scampi, langoustine
shell: clam, mussel, oyster, scallop, shellfish, muschel, auster, moule, palourde, praire, huitre, noix de saint jacques, coquille saint jacques, coquilles saint jacques, petoncle
bread: bread, toast, sourdough, loaf, brot, toasties, pain, miche, crouton, breadcrumb, bread crumb, panko, semmelbrosel, brosel, paniermehl, brotwurfel, chapelure
baguette: baguette, french stick, french bread, stangenweissbrot, pain francais
roll: roll, bun, english muffin, dough, brotchen, semmel, weckerl, schrippe, teig, petit pain, petits pains, pain a burger, pain burger, muffin anglais, englischer muffin, toastbrotchen, pate a pain, pate a cookies, pate a biscuits, brioche
croissant: croissant, pastry, danish, toaster pastry, puff pastry, filo pastry, phyllo, geback, plunder, plundergeback, kipferl, hornchen, toastergeback, blatterteig, filoteig, yufkateig, viennoiserie, chausson, pain au chocolat, pate feuilletee, pate filo, feuille de brick, feuilles de brick, tartelette
flatbread: pita bread, naan bread, pain pita, pain naan, flatbread, pita, pitta, naan, tortilla, wrap, taco, fladenbrot, pitabrot, naanbrot, galette
cake: cake, cupcake, brownie, frosting, icing, kuchen, torte, zuckerguss, glasur, tortenguss, gateau, genoise, quatre quarts, glacage, cake mix, backmischung, brownie mix
pie: pastry dough, pie, quiche, cheesecake, pie crust, shortcrust pastry, kasekuchen, topfenkuchen, apfelkuchen, obstkuchen, kirschkuchen, obsttorte, kurbiskuchen, zwiebelkuchen, murbeteig, tarteteig, tarte, pate brisee, pate sablee, pate a tarte, gateau au fromage, tart
muffin: muffin, muffin aux myrtilles
cookie: cookie, biscuit, graham cracker, keks, kekse, platzchen, guetzli, sable, petit beurre, gateaux secs, biscuits graham, biscuit graham, shortbread, gingerbread, lebkuchen
doughnut: doughnut, donut, bagel, krapfen, berliner, beignet, pfannkuchen mit fullung
cracker: cracker, saltine, animal cracker, kracker, salzgeback, biscuits sales, biscuits aperitif, crispbread, knackebrot
pretzel: pretzel, brezel, breze, salzstange, bretzel
pizza: bread dough, pizzen, pizza, pizza dough, pizzateig, pate a pizza
ice-cream: ice cream, gelato, sorbet, sherbet, eis, eiscreme, speiseeis, glace, fruchteis, creme glacee
ice-pop: ice pop, ice lolly, popsicle, eis am stiel, wassereis, batonnet glace, batonnets glaces, esquimau, glace a l eau
snow: frozen, frozen fruit, frozen vegetables, ice, tiefkuhlgemuse, tiefkuhlobst
rice: reisreste, bulgur wheat, milchreis roh, rice, risotto, basmati, arborio, couscous, quinoa, reis, riz, boulgour, boulghour, bulgur, semoule
soup: stew, eintopf, eintopfe, ragout, soup, suppe, soupe, potage, veloute, ramen
noodles: eiernudel, bandnudel, asianudel, glasnudel, reisnudel, noodle, ramen noodle, nouille, spatzle, mie nudel, udon, soba, nouilles
pasta: coquillette, nudel, lasagna noodle, pasta, spaghetti, penne, macaroni, fusilli, linguine, farfalle, rigatoni, tagliatelle, lasagne, lasagna, makkaroni, teigware, pates, gekochte nudeln, nudelreste, feuilles de lasagne, orzo, gnocchi
dumpling: dumpling, ravioli, tortellini, fresh pasta, frische nudeln, frische pasta, maultasche, pates fraiches, pierogi, gyoza
flour: flour, cornstarch, cornflour, cornmeal, polenta, semolina, mehl, starke, griess, maisgriess, farine, fecule, amidon, maizena, semoule de mais, cake flour, coconut flour, grits, grutze, gruau
grain: barley, wheat, rye, spelt, farro, buckwheat, millet, amaranth, grain, gerste, graupen, weizen, roggen, dinkel, emmer, buchweizen, hirse, orge, seigle, epeautre, sarrasin, amarante, ble
cereal: baby rice, griessbrei fur babys, cereal, cornflakes, corn flakes, granola, muesli, oat, oatmeal, porridge, musli, haferflocken, hafer, cerealien, fruhstuckscerealien, fruhstucksflocken, knuspermusli, cereale, flocons d avoine, avoine, babybrei, getreidebrei, griessbrei, bouillie, bran
sugar: sugar, sweetener, stevia, zucker, sussstoff, sussungsmittel, xylit, sucre, cassonade, vergeoise, edulcorant, sucrette, aspartame, sugar substitute, sucre vanille
packet: sauce brune en poudre, fond brun en poudre, bouillon cube, gekornte bruhe, powdered drink, boisson en poudre, baking powder, baking soda, bicarbonate, bicarb, yeast, gelatin, jelly mix, pudding mix, custard powder, pancake mix, sauce mix, gravy mix, drink mix, mix, seasoning mix, stock cube, bouillon cube, backpulver, natron, speisenatron, speisesoda, hefe, germ, gelatine, gelierpulver, puddingpulver, vanillepuddingpulver, saucenpulver, sossenpulver, bratensaucenpulver, getrankepulver, bruhwurfel, suppenwurfel, gemusebruhpulver, fix produkt, levure, bicarbonate de soude, feuilles de gelatine, bouillon cube, cube de bouillon, poudre a lever, poudre a pate, preparation, poudre, tapioca, tapioka, sago, perles du japon, pfannkuchenmischung, sossenbinder, wurzmischung
chocolate: chocolate, chocolate chip, cocoa, cacao, schokolade, kakao, kuverture, schokotropfen, schokoriegel, chocolat, pepites de chocolat
honey: honey, syrup, molasses, treacle, honig, sirup, melasse, dicksaft, agavendicksaft, miel, sirop, melasse
jar: refried bean, refried beans, miso, pate de curry, pate de tamarin, pate de miso, baby puree, peanut butter, almond butter, cashew butter, nut butter, hazelnut spread, chocolate spread, chocolate hazelnut spread, spread, tahini, tahin, pesto, applesauce, apple sauce, tapenade, paste, curry paste, apfelmus, apfelmark, erdnussbutter, erdnussmus, erdnusscreme, mandelmus, mandelbutter, cashewmus, cashewbutter, sesammus, sesampaste, nuss nougat creme, nussnougatcreme, schokocreme, aufstrich, bohnenmus, compote, puree, pate a tartiner, beurre de cacahuete, beurre de cacahuetes, beurre d arachide, beurre d amande, beurre de cajou, pistou, mostarda
jam: jam, marmalade, preserve, jelly, fruit spread, chutney, relish, cranberry sauce, marmelade, konfiture, gelee, fruchtaufstrich, preiselbeere, preiselbeerkompott, cranberrysauce, confiture, sauce aux airelles, sauce aux canneberges, condiment
pickle: pickle, pickled cucumber, pickled beet, pickled beetroot, dill pickle, caper, gewurzgurke, essiggurke, saure gurke, saure gurken, cornichon, salzgurke, kaper, kapern, capre, eingelegte rote bete, betteraves au vinaigre, betteraves marinees, rote bete aus dem glas
can: peach (Canned Goods), pfirsich (Canned Goods), peche (Canned Goods), lait concentre sucre, can, canned soup, canned fruit, condensed milk, evaporated milk, coconut milk, coconut cream, baked bean, fruit cocktail, kondensmilch, dosenmilch, milchmadchen, kokosmilch, kokoscreme, kokossahne, dosenobst, dosensuppe, obstkonserve, fruchtcocktail, suppe aus der dose, baked beans, bohnen in tomatensauce, lait concentre, lait evapore, lait de coco, creme de coco, soupe en conserve, soupe en boite, fruits en conserve, fruits au sirop, haricots a la tomate, haricots en sauce tomate, tinned soup, tinned fruit
tube: tomato paste, tomato puree, tomato concentrate, tomatenmark, tomatenkonzentrat, concentre de tomate, double concentre de tomate
squeeze: ketchup, catsup, mustard, mayonnaise, mayo, remoulade, senf, moutarde, aioli
sauce: sauce tomate, sauce, dressing, vinaigrette, marinade, extract, essence, sosse, aroma, extrakt, extrait, arome, sriracha, tabasco, tamari, vanilla, vanille, vanillezucker, vanillinzucker, sauce salade, nuoc mam, hot sauce, soy sauce
oil: oil, ol, ole, huile, cooking spray, oil spray, backspray, olspray, trennspray, spray de cuisson
vinegar: vinegar, balsamic, essig, balsamico, vinaigre, balsamique
olive: datte medjool, dattes medjool, olive, date, dattel, datte
salt: salt, salz, sel
mill: grains de poivre, poivre en grains, black pepper, peppercorn, pepper, ground pepper, pfeffer, pfefferkorn, pfefferkorner, poivre
mortar: paprika (Spices & Herbs), piment (Spices & Herbs), piment de la jamaique, coriander (Spices & Herbs), koriander (Spices & Herbs), coriandre (Spices & Herbs), mustard (Spices & Herbs), moutarde (Spices & Herbs), senf (Spices & Herbs), graines de moutarde, cumin seed, graines de cumin, graines de coriandre, senfpulver, paprikapulver, rosenpaprika, poudre de curry, spice, seasoning, allspice, cardamom, cumin, curry, curry powder, garam masala, masala, nutmeg, clove, star anise, anise, saffron, gewurz, kardamom, kardamomkapsel, kummel, kreuzkummel, muskat, muskatnuss, nelke, gewurznelke, sternanis, anis, safran, epice, cardamome, muscade, noix de muscade, girofle, clou de girofle, clous de girofle, anis etoile, badiane, quatre epices, korianderpulver, koriandersamen, ground coriander
cinnamon: cinnamon, zimt, zimtstange, cannelle
nut: poudre d amandes, nussmischung, melange de noix, almond, nut, cashew, pistachio, pecan, macadamia, mandel, nusse, nuss, cashewkern, cashewkerne, cashewnuss, cashewnusse, pistazie, pekannuss, pekannusse, macadamianuss, macadamianusse, amande, noix de cajou, cajou, pistache, noix de pecan, noix de macadamia, fruits a coque, pecannuss, studentenfutter
peanut: peanut, erdnuss, erdnusse, cacahuete, arachide
hazelnut: hazelnut, walnut, chestnut, haselnuss, haselnusse, walnuss, walnusse, baumnuss, baumnusse, noisette, noix, marron, chataigne, marone
seed: seed, chia, flaxseed, linseed, pine nut, sesame, pepita, samen, leinsamen, sesam, sonnenblumenkern, sonnenblumenkerne, kurbiskern, kurbiskerne, pinienkern, pinienkerne, graine, pignon, lin
crisps: crisps, crisp, chip, chips, nacho, kartoffelchips
popcorn: popcorn, pop corn, popping corn, popcornmais, mais a pop corn
candy: candy, sweets, gummy, gummy bear, marshmallow, fruit snack, gummibarchen, fruchtgummi, weingummi, schaumzucker, bonbon, guimauve, chamallow, ourson, licorice, liquorice, lakritz
pancake: pancake, crepe, pfannkuchen, palatschinken
waffle: waffle, waffel, gaufre
water: water, coconut water, wasser, sprudel, eau, eau de coco, kokoswasser
juice: saftkonzentrat, juice, cider, smoothie, nectar, saft, safte, most, jus, cidre, o saft, nutrition drink, protein shake, shake, trinknahrung, proteinshake, eiweissshake, proteindrink, boisson, milkshake
coffee: grains de cafe, cafe en grains, coffee, espresso, hot chocolate, drinking chocolate, cocoa mix, kaffee, trinkschokolade, heisse schokolade, kakaogetrankepulver, cafe, chocolat chaud, kaffeebohne, espressobohne, coffee bean
tea: krautertee, schwarztee, fruchtetee, eistee, pfefferminztee, kamillentee, gruntee, tea, tee, teebeutel, the, tisane, infusion, matcha, chai
wine: wine, prosecco, champagne, wein, rotwein, weisswein, rose, sekt, vin
beer: beer, lager, ale, stout, bier, pils, biere, helles
soda: boisson gazeuse, soda, cola, lemonade, soft drink, fizzy drink, tonic, tonic water, ginger ale, ginger beer, root beer, limonade, limo, softdrink, spezi, energy drink
spirit: spirit, liquor, liqueur, vodka, whisky, whiskey, gin, rum, brandy, spirituose, schnaps, wodka, likor, sahnelikor, eierlikor, cream liqueur, spiritueux, alcool, rhum, eau de vie, creme de whisky
tofu: seitan, tempeh, tempe, tofu, bean curd
burger: steak vegetal, galette vegetale, burger, hamburger, veggieburger, bratling, gemusebratling
fries: fries, french fries, frozen chips, oven chips, hash brown, tater tot, frites, pommes frites, pommes, backofenpommes, rosti, kroketten, kartoffelpuffer, pommes duchesse
pot: broth, stock, gravy, chili con carne, bruhe, fond, bouillon, bratensauce, bratensosse, sauce brune, jus de viande, fond de boeuf, fond de volaille
dip: pico de gallo, taco sauce, tacosauce, salsasauce, sauce tacos, hummus, houmous, humus, salsa, dip, tzatziki, avocadocreme
box: leftovers, leftover, meal, ready meal, dinner, reste, restes, gericht, fertiggericht, essensreste, fertigessen, plat, plat prepare, plat cuisine, frozen meal
baby: puree pour bebe, baby puree, lait de suite, baby food, infant formula, formula, baby, sauglingsmilch, sauglingsnahrung, babymilch, anfangsmilch, folgemilch, babynahrung, babyglaschen, glaschen, quetschie, lait infantile, lait maternise, petit pot, petits pots, lait en poudre pour bebe, formula milk, compote pour bebe
paper: paper, kitchen roll, toilet roll, toilet paper, paper towel, napkin, tissue, sanitary pad, damenbinde, papier, kuchenrolle, klopapier, serviette, taschentuch, essuie tout, mouchoir, foil, alufolie, cling film
spray: detergent, dish soap, soap, cleaner, cleaning spray, bleach, spulmittel, waschmittel, spulmaschinentab, dishwasher salt, spulmaschinensalz, tablettes lave vaisselle, tablette lave vaisselle, lave vaisselle, bleiche, eau de javel, gel wc, deboucheur, shampoing, reiniger, seife, lessive, savon, liquide vaisselle, nettoyant, shampoo, dishwasher tablet
paw: cat food, dog food, pet food, katzenfutter, hundefutter, futter, croquettes, patee
`
