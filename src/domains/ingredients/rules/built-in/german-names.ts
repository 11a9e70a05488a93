/**
 * German names of the built-in foods: the main name first, then synonyms. `Birne(n)` is short for `Birnen, Birne`. Plurals in -s or -e match
 * and can be left out. One food per line, in the order of `foods.ts`.
 */
export const germanNameTable = `
Apple: Äpfel, Tafelapfel, Kochapfel, Boskop, Elstar
Apricot: Aprikose(n), Marille(n)
Avocado: Avocado, Avocados
Banana: Banane(n)
Blackberry: Brombeere(n)
Blackcurrant: Johannisbeere(n), Schwarze Johannisbeere(n), Rote Johannisbeere(n), Ribisel(n)
Blueberry: Heidelbeere(n), Blaubeere(n)
Cantaloupe: Cantaloupe-Melone, Cantaloupe-Melonen, Zuckermelone(n)
Cherry: Kirsche(n), Süßkirsche(n)
Clementine: Clementine(n), Mandarine(n), Satsuma
Coconut: Kokosnuss, Kokosnüsse
Cranberry: Cranberrys, frische Cranberrys, Moosbeere(n)
Date: Dattel(n), Medjool-Dattel(n), getrocknete Datteln
Dragon fruit: Drachenfrucht, Drachenfrüchte, Pitahaya
Fig: Feige(n), frische Feigen
Gooseberry: Stachelbeere(n)
Grape: Weintraube(n), Traube(n), helle Trauben, dunkle Trauben, kernlose Trauben
Grapefruit: Grapefruit, Grapefruits, Pampelmuse(n)
Guava: Guave(n)
Honeydew melon: Honigmelone, Honigmelonen
Kiwi: Kiwi, Kiwis
Kumquat: Kumquat, Kumquats
Lemon: Zitrone(n), Bio-Zitrone(n)
Lime: Limette(n), Limone(n)
Lychee: Litschi, Litschis
Mango: Mango, Mangos
Melon: Melone, Melonen, Galiamelone(n)
Nectarine: Nektarine(n)
Orange: Orange(n), Apfelsine(n), Blutorange(n)
Papaya: Papaya, Papayas
Passion fruit: Passionsfrucht, Passionsfrüchte, Maracuja
Peach: Pfirsich, Pfirsiche
Pear: Birne(n)
Pineapple: Ananas, frische Ananas
Plantain: Kochbanane(n)
Plum: Pflaume(n), Zwetschge(n), Zwetschke(n)
Pomegranate: Granatapfel
Raspberry: Himbeere(n)
Rhubarb: Rhabarber
Star fruit: Sternfrucht, Sternfrüchte, Karambole(n)
Strawberry: Erdbeere(n)
Watermelon: Wassermelone, Wassermelonen
Artichoke: Artischocke(n)
Arugula: Rucola, Rauke
Asparagus: Spargel, grüner Spargel, weißer Spargel
Baby carrot: Babykarotte(n), Minimöhre(n)
Bean sprout: Sojasprosse(n), Sprossen, Mungbohnensprossen
Beet: Rote Bete, Rote Beete, Rote Rübe(n), Rande
Bell pepper: Paprika, Paprikaschote(n), rote Paprika, grüne Paprika, gelbe Paprika, Spitzpaprika, Gemüsepaprika
Bok choy: Pak Choi, Senfkohl
Broccoli: Brokkoli, Brokkoliröschen
Broccoli rabe: Stängelkohl, Cima di Rapa
Brussels sprout: Rosenkohl, Kohlsprossen
Butternut squash: Butternutkürbis, Butternut-Kürbis, Winterkürbis
Cabbage: Kohl, Weißkohl, Rotkohl, Blaukraut, Weißkraut, Wirsing, Spitzkohl, Kraut
Carrot: Karotte(n), Möhre(n), Mohrrübe(n), Rüebli
Cassava: Maniok, Yuca-Wurzel
Cauliflower: Blumenkohl, Karfiol
Celeriac: Knollensellerie, Sellerieknolle(n)
Celery: Staudensellerie, Stangensellerie, Sellerie, Selleriestange(n)
Chard: Mangold
Cherry tomato: Kirschtomate(n), Cherrytomate(n), Cocktailtomate(n), Datteltomate(n)
Chili pepper: Chilischote(n), Chili, Peperoni, Jalapeños
Collard greens: Blattkohl, Markstammkohl
Corn on the cob: Maiskolben, frischer Mais
Cucumber: Gurke(n), Salatgurke(n), Schlangengurke(n)
Edamame: Edamame, frische Sojabohnen
Eggplant: Aubergine(n), Melanzani
Fava bean: Dicke Bohnen, Saubohne(n), Ackerbohne(n), Puffbohne(n)
Fennel: Fenchel, Fenchelknolle(n)
Garlic: Knoblauch, Knoblauchknolle(n)
Ginger: Ingwer, frischer Ingwer, Ingwerwurzel
Green bean: Grüne Bohnen, grüne Bohne, Buschbohne(n), Prinzessbohne(n), Stangenbohne(n), Fisole(n), Brechbohne(n)
Green pea: Erbse(n), frische Erbsen, grüne Erbsen
Iceberg lettuce: Eisbergsalat, Eissalat
Jicama: Yambohne(n), Jicama
Kale: Grünkohl, Federkohl, Schwarzkohl
Kohlrabi: Kohlrabi
Leek: Lauch, Porree, Lauchstange(n)
Lemongrass: Zitronengras
Lettuce: Kopfsalat, Blattsalat, Lollo Rosso, Eichblattsalat, Häuptelsalat
Mushroom: Champignons, Champignon, Pilze, Pilz, braune Champignons
Okra: Okraschote(n), Okra
Onion: Zwiebel(n), rote Zwiebel(n), weiße Zwiebel(n), Gemüsezwiebel(n)
Parsnip: Pastinake(n)
Potato: Kartoffel(n), Erdäpfel, festkochende Kartoffeln, mehlige Kartoffeln, Frühkartoffel(n), Speisekartoffel(n)
Pumpkin: Kürbis, Hokkaido, Hokkaidokürbis, Speisekürbis
Radicchio: Radicchio
Radish: Radieschen, Rettich
Romaine lettuce: Römersalat, Romanasalat, Salatherzen
Rutabaga: Steckrübe(n), Kohlrübe(n)
Salad mix: Salatmischung, Salat, gemischter Salat, Pflücksalat, Feldsalat, Babyleaf-Salat
Shallot: Schalotte(n)
Snow pea: Zuckerschote(n), Kaiserschote(n), Zuckererbse(n)
Spaghetti squash: Spaghettikürbis
Spinach: Spinat, Babyspinat, Blattspinat, frischer Spinat
Spring onion: Frühlingszwiebel(n), Lauchzwiebel(n), Jungzwiebel(n)
Sweet potato: Süßkartoffel(n), Batate(n)
Taro: Taro, Taroknolle(n)
Tomato: Tomate(n), Rispentomate(n), Strauchtomate(n), Fleischtomate(n), Paradeiser
Turnip: Weiße Rübe(n), Speiserübe(n), Mairübe(n), Teltower Rübchen
Zucchini: Zucchini, Zucchetti
Basil: Basilikum, frisches Basilikum
Chives: Schnittlauch, frischer Schnittlauch
Cilantro: Koriander, frischer Koriander, Koriandergrün
Dill: Dill, frische Kräuter, frischer Dill
Mint: Minze, frische Minze, Pfefferminze
Parsley: Petersilie, frische Petersilie, glatte Petersilie
Rosemary: Rosmarin, frischer Rosmarin
Thyme: Thymian, frischer Thymian
Bread: Brot, Weißbrot, Toastbrot, Toast, Sandwichbrot, Brotlaib, Mischbrot
Bagel: Bagel, Bagels
Baguette: Baguette, Stangenweißbrot
Bread roll: Brötchen, Semmel(n), Weckerl, Schrippe(n), Burgerbrötchen, Hotdog-Brötchen
Breadcrumbs: Semmelbrösel, Paniermehl, Brösel, Panko
Cake: Kuchen, Rührkuchen, Biskuitkuchen, Torte(n), Cupcakes
Cheesecake: Käsekuchen, Topfenkuchen
Cookie dough: Keksteig, Plätzchenteig
Corn tortilla: Maistortilla, Maistortillas
Crouton: Croûtons, Brotwürfel
Doughnut: Donut, Donuts, Berliner, Krapfen, Pfannkuchen mit Füllung
English muffin: Englischer Muffin, Toastbrötchen, Toasties
Fruit pie: Obstkuchen, Apfelkuchen, Kirschkuchen, Obsttorte(n)
Muffin: Muffin, Muffins, Blaubeermuffin, Blaubeermuffins
Pastry: Gebäck, Plunder, Plundergebäck, Croissant, Croissants, Kipferl, Hörnchen
Pie crust: Mürbeteig, Tarteteig
Pita bread: Fladenbrot, Pitabrot, Pita, Naan, Naanbrot
Pizza dough: Pizzateig, Brotteig, Hefeteig
Puff pastry: Blätterteig, Filoteig, Yufkateig
Pumpkin pie: Kürbiskuchen
Tortilla: Tortilla, Tortillas, Weizentortilla, Wraps, Wrap
Whole wheat bread: Vollkornbrot, Graubrot, Schwarzbrot, Roggenbrot
Bacon: Speck, Bacon, Frühstücksspeck, Speckwürfel, Bauchspeck
Beef: Rindfleisch, Rindergulasch, Rindfleischwürfel, Suppenfleisch, Gulaschfleisch
Beef roast: Rinderbraten, Rinderbrust, Sauerbraten
Beef short rib: Rinderrippe(n), Rinderrippchen
Beef steak: Rindersteak, Rindersteaks, Steak, Steaks, Rinderfilet, Rumpsteak, Entrecôte, Hüftsteak
Bison: Bisonfleisch, Büffelfleisch
Bratwurst: Bratwurst, Bratwürste, rohe Bratwurst
Canadian bacon: Kanadischer Speck, Kassler, Kasseler
Chicken: Hähnchen, ganzes Hähnchen, Huhn, Hühnchen, Hühnerfleisch, Hähnchenfleisch, Hendl, Suppenhuhn, Poulet
Chicken breast: Hähnchenbrust, Hähnchenbrustfilet, Hähnchenfilet, Hühnerbrust, Pouletbrust
Chicken thigh: Hähnchenschenkel, Hähnchenkeule(n), Hühnerkeule(n), Hähnchenunterschenkel
Chorizo: Chorizo
Corned beef: Corned Beef, Pökelfleisch
Duck: Ente, Enten, ganze Ente, Entenbrust
Goat meat: Ziegenfleisch
Goose: Gans, Gänsefleisch, Weihnachtsgans
Ground beef: Rinderhackfleisch, Hackfleisch, Rinderhack, Hack, Faschiertes, gemischtes Hackfleisch, Gehacktes
Ground chicken: Hähnchenhackfleisch, Geflügelhackfleisch, Hähnchenhack
Ground lamb: Lammhackfleisch, Lammhack
Ground pork: Schweinehackfleisch, Schweinehack, Mett
Ground turkey: Putenhackfleisch, Putenhack
Ham: Kochschinken am Stück, Schinken, gekochter Schinken, Schinkenbraten
Hot dog: Wiener Würstchen, Wiener, Würstchen, Frankfurter Würstchen, Bockwurst, Bockwürste
Lamb: Lammfleisch, Lamm, Lammkeule(n), Lammschulter
Lamb chop: Lammkotelett, Lammkoteletts
Liver: Leber, Kalbsleber, Rinderleber, Hühnerleber, Zunge, Innereien
Pork: Schweinefleisch, Schweinebraten, Schweineschulter, Schweinenacken
Pork chop: Schweinekotelett, Schweinekoteletts, Kotelett, Koteletts, Schweineschnitzel, Schnitzel
Pork rib: Spareribs, Schweinerippchen, Rippchen
Pork tenderloin: Schweinefilet, Schweinelende(n)
Rabbit: Kaninchen, Kaninchenfleisch
Sausage: Rohe Würste, Wurst, Würste, Schweinswürste, frische Wurst
Smoked sausage: Räucherwurst, Rauchwurst, Mettwurst, Cabanossi, Landjäger
Turkey: Pute, Puten, Truthahn, ganze Pute, Putenfleisch
Turkey bacon: Putenspeck
Turkey breast: Putenbrust, Putenschnitzel, Putenfilet
Veal: Kalbfleisch, Kalbsschnitzel
Venison: Wild, Wildfleisch, Hirschfleisch, Rehfleisch, Reh
Catfish: Wels, Pangasius
Caviar: Kaviar, Fischrogen
Clam: Venusmuschel(n), Muscheln
Cod: Kabeljau, Dorsch, Kabeljaufilet
Crab: Krabbe(n), Taschenkrebs, Krebs
Crab meat: Krebsfleisch, Krabbenfleisch
Haddock: Schellfisch, Schellfischfilet
Halibut: Heilbutt, Heilbuttfilet
Lobster: Hummer
Mackerel: Makrele(n), Makrelenfilet
Mussel: Miesmuschel(n)
Oyster: Auster(n)
Pickled herring: Hering in Marinade, Rollmops, Rollmöpse, Bismarckhering, Matjes, Hering, Heringe
Pollock: Seelachs, Seelachsfilet, Köhler
Salmon: Lachs, Lachsfilet
Scallop: Jakobsmuschel(n)
Shrimp: Garnele(n), Shrimps, Riesengarnele(n), Gambas, Nordseekrabben
Smoked mackerel: Räuchermakrele, Räuchermakrelen, Räucherfisch, geräucherte Makrele, Bückling
Smoked salmon: Räucherlachs, geräucherter Lachs
Sole: Seezunge, Seezungen, Scholle(n), Flunder(n), Schollenfilet
Squid: Tintenfisch, Kalmar, Calamari, Tintenfischringe
Surimi: Surimi, Krebsfleischimitat
Tuna steak: Thunfischsteak, Thunfischsteaks, frischer Thunfisch
Chicken salad: Geflügelsalat, Hähnchensalat
Coleslaw: Krautsalat, Weißkohlsalat
Cooked fish: Gegarter Fisch, gekochter Fisch
Cooked pasta: Gekochte Nudeln, Nudelreste
Cooked rice: Gekochter Reis, Reisreste
Egg salad: Eiersalat
Fresh salsa: Frische Salsa, Pico de Gallo
Fruit salad: Obstsalat, geschnittenes Obst
Guacamole: Guacamole, Avocadocreme
Hummus: Hummus, Humus
Kimchi: Kimchi
Leftovers: Reste, Essensreste, gekochtes Gemüse
Leftovers with meat: Fleischreste, Reste mit Fleisch, Gulasch
Lunch meat: Aufschnitt, Wurstaufschnitt, Fleischwurst, Lyoner, Mortadella, Leberkäse
Pasta salad: Nudelsalat
Pastrami: Pastrami
Pâté: Leberwurst, Pastete(n), Leberpastete(n)
Pepperoni: Pepperoni-Salami, Pfeffersalami, Dauerwurst
Potato salad: Kartoffelsalat
Prosciutto: Rohschinken, Parmaschinken, Serranoschinken, roher Schinken, Schwarzwälder Schinken
Quiche: Quiche, Quiches, Zwiebelkuchen
Ready meal: Fertiggericht, Fertiggerichte, Fertigessen
Rotisserie chicken: Brathähnchen, Grillhähnchen, Brathendl, gebratenes Hähnchen
Salami: Salami, Salamischeiben
Sliced chicken: Hähnchenaufschnitt, Geflügelaufschnitt, Hähnchenbrustaufschnitt
Sliced ham: Kochschinken, Schinkenscheiben, Schinkenaufschnitt
Sliced turkey: Putenaufschnitt, Putenbrustaufschnitt
Soup: Suppe, Suppen, Eintopf, Eintöpfe, frische Suppe, selbst gemachte Suppe
Tuna salad: Thunfischsalat, Meeresfrüchtesalat
Milk: Milch, Vollmilch, Frischmilch, fettarme Milch, Magermilch, Kuhmilch
Almond milk: Mandelmilch, Mandeldrink
Blue cheese: Blauschimmelkäse, Gorgonzola, Roquefort, Edelpilzkäse
Boiled egg: Gekochte Eier, gekochtes Ei, hart gekochte Eier, hart gekochtes Ei
Brie: Weichkäse, Brie, Camembert
Butter: Butter, Süßrahmbutter, gesalzene Butter, Deutsche Markenbutter
Buttermilk: Buttermilch
Cheddar: Cheddar, Hartkäse, Käse, Gouda, Bergkäse
Cheese curd: Käsebruch, Bruchkäse
Cheese slice: Scheibenkäse, Käsescheiben, Schmelzkäse, Käseaufschnitt, Toastkäse
Coconut drink: Kokosdrink, Kokosnussdrink
Coffee creamer: Kaffeesahne, Kaffeeweißer, Kaffeeobers
Cottage cheese: Hüttenkäse, körniger Frischkäse
Cream cheese: Frischkäse, Doppelrahmfrischkäse
Crème fraîche: Crème fraîche
Egg: Eier, Ei, Hühnerei, Hühnereier, Freilandeier, Bio-Eier
Egg substitute: Ei-Ersatz, Flüssigei
Egg white: Eiweiß, Eigelb, Eiklar, Eidotter
Eggnog: Eierpunsch
Feta: Feta, Schafskäse, Fetakäse, Hirtenkäse
Ghee: Ghee, Butterschmalz, geklärte Butter
Goat cheese: Ziegenkäse, Ziegenfrischkäse
Grated cheese: Geriebener Käse, Reibekäse, Streukäse, geriebener Gouda, geriebener Mozzarella
Grated parmesan: Geriebener Parmesan
Half and half: Kaffeerahm, Halbrahm
Heavy cream: Sahne, Schlagsahne, Schlagobers, Rahm, Schlagrahm, Obers
Kefir: Kefir
Lactose-free milk: Laktosefreie Milch
Light cream: Kochsahne, leichte Sahne, Kochcreme
Margarine: Margarine, Streichfett, Halbfettmargarine
Mozzarella: Mozzarella, Büffelmozzarella
Oat milk: Hafermilch, Haferdrink
Parmesan: Parmesan, Parmigiano Reggiano, Grana Padano, Parmesankäse
Powdered milk: Milchpulver, Trockenmilch
Pudding: Pudding, Puddings, Schokoladenpudding, Schokopudding, Milchreis, Grießpudding
Quark: Quark, Topfen, Magerquark, Speisequark
Rice milk: Reismilch, Reisdrink
Ricotta: Ricotta
Sour cream: Saure Sahne, Sauerrahm, Schmand
Soy milk: Sojamilch, Sojadrink
String cheese: Käsestange(n), Käsesticks, Fadenkäse
Swiss cheese: Emmentaler, Schweizer Käse, Gruyère, Greyerzer, Appenzeller
UHT milk: H-Milch, haltbare Milch
Vegan cheese: Veganer Käse, Käseersatz
Whipped cream: Sprühsahne, Sahne aus der Dose
Yogurt: Joghurt, Joghurts, Naturjoghurt, griechischer Joghurt, Fruchtjoghurt, Jogurt
Chicken nugget: Chicken Nuggets, Hähnchennuggets
Fish finger: Fischstäbchen, Backfisch
French fries: Pommes frites, Pommes, Backofenpommes, Rösti, Kroketten, Kartoffelpuffer
Frozen berries: Tiefkühlbeeren, TK-Beeren, Beerenmischung, gefrorene Beeren
Frozen broccoli: Tiefkühlbrokkoli, TK-Brokkoli, gefrorener Brokkoli
Frozen corn: Tiefkühlmais, TK-Mais, gefrorener Mais
Frozen edamame: Tiefkühl-Edamame, TK-Edamame
Frozen fish: Tiefkühlfisch, TK-Fisch, gefrorener Fisch
Frozen fruit: Tiefkühlobst, TK-Obst, gefrorenes Obst
Frozen meal: Tiefkühlgericht, Tiefkühlgerichte, TK-Gericht
Frozen pea: Tiefkühlerbsen, TK-Erbsen, gefrorene Erbsen
Frozen pizza: Tiefkühlpizza, Pizza, Pizzen, TK-Pizza
Frozen shrimp: Tiefkühlgarnelen, TK-Garnelen, gefrorene Garnelen
Frozen spinach: Tiefkühlspinat, Rahmspinat, TK-Spinat, gefrorener Spinat
Frozen vegetables: Tiefkühlgemüse, TK-Gemüse, Gemüsemischung, gefrorenes Gemüse, Mischgemüse
Ice cream: Eiscreme, Eis, Speiseeis, Glace
Ice pop: Eis am Stiel, Wassereis
Juice concentrate: Saftkonzentrat
Sorbet: Sorbet, Sorbets, Fruchteis
Waffle: Waffel(n), Pfannkuchen, Palatschinken
Whipped topping: Sahneersatz, Schlagcreme
Pasta: Nudel(n), Pasta, Spaghetti, Penne, Makkaroni, Fusilli, Linguine, Farfalle, Rigatoni, Teigwaren, Tagliatelle
Amaranth: Amaranth
Barley: Gerste, Graupen, Perlgraupen, Rollgerste
Brown rice: Vollkornreis, Naturreis, brauner Reis
Buckwheat: Buchweizen
Bulgur: Bulgur
Couscous: Couscous
Dried black bean: Getrocknete schwarze Bohnen
Dried chickpea: Getrocknete Kichererbsen
Dried kidney bean: Getrocknete Kidneybohnen
Dried pinto bean: Pintobohne(n), Wachtelbohne(n)
Dried white bean: Getrocknete weiße Bohnen, getrocknete Bohnen
Egg noodle: Eiernudel(n), Bandnudel(n), Spätzle, Mie-Nudeln, Asianudeln
Farro: Emmer, Farro
Fresh pasta: Frische Nudeln, frische Pasta, Ravioli, Tortellini, Maultaschen
Grits: Maisgrütze, Grütze
Lasagne sheet: Lasagneplatten, Lasagneblätter, Lasagne, Lasagnenudeln
Lentil: Linse(n), rote Linsen, grüne Linsen, Tellerlinsen, Berglinsen, braune Linsen, Belugalinsen
Millet: Hirse
Mung bean: Mungbohne(n)
Quinoa: Quinoa
Rice: Reis, weißer Reis, Langkornreis, Basmatireis, Jasminreis, Parboiled-Reis
Risotto rice: Risottoreis, Arborioreis, Milchreis roh, Rundkornreis
Split pea: Schälerbsen, getrocknete Erbsen
Wild rice: Wildreis
Flour: Mehl, Weizenmehl, Mehl Type 405, Mehl Type 550
Almond extract: Bittermandelaroma, Mandelaroma, Mandelextrakt
Baking chocolate: Backschokolade, Zartbitterschokolade, Kuvertüre, Schokotropfen, Blockschokolade, Schokoladentropfen
Baking powder: Backpulver
Baking soda: Natron, Speisenatron, Speisesoda
Bread flour: Brotmehl, backstarkes Mehl, Mehl Type 1050
Brown sugar: Brauner Zucker, Rohrzucker, Rohrohrzucker, Muscovadozucker
Buckwheat flour: Buchweizenmehl
Cake mix: Backmischung, Kuchenmischung, Brotbackmischung
Chocolate syrup: Schokoladensirup, Schokoladensauce, Schokosauce, Schokoladensoße
Cocoa powder: Kakao, Kakaopulver, Backkakao
Coconut flour: Kokosmehl
Corn syrup: Maissirup, Glukosesirup
Cornmeal: Maisgrieß, Polenta, Maismehl, Grieß
Cornstarch: Speisestärke, Maisstärke, Stärke, Kartoffelstärke
Frosting: Zuckerguss, Tortenguss, Glasur, Kuchenglasur
Gelatin: Gelatine, Blattgelatine, Gelierpulver
Honey: Honig, Blütenhonig, flüssiger Honig
Jelly mix: Götterspeise, Wackelpudding
Maple syrup: Ahornsirup
Marshmallow: Marshmallows, Marshmallow, Schaumzucker
Molasses: Melasse, Zuckerrübensirup, Rübensirup
Pancake mix: Pfannkuchenmischung, Pancake-Mischung
Powdered sugar: Puderzucker, Staubzucker
Pudding mix: Puddingpulver, Vanillepuddingpulver
Rye flour: Roggenmehl
Self-raising flour: Mehl mit Backpulver, backfertiges Mehl
Shortening: Pflanzenfett, Backfett, Kokosfett, Frittierfett
Shredded coconut: Kokosraspel(n), Kokosflocken
Soy flour: Sojamehl
Spelt flour: Dinkelmehl
Sugar: Zucker, weißer Zucker, Haushaltszucker, Kristallzucker
Sugar substitute: Süßstoff, Stevia, Süßungsmittel, Xylit
Tapioca: Tapioka, Tapiokaperlen, Sago
Vanilla extract: Vanilleextrakt, Vanille, Vanillearoma, Vanillezucker, Vanillinzucker
Whole wheat flour: Vollkornmehl, Weizenvollkornmehl
Yeast: Hefe, Trockenhefe, Backhefe, Germ, frische Hefe
Anchovy: Sardellen, Anchovis, Sardellenfilet, Sardellenfilets
Applesauce: Apfelmus, Apfelmark, Apfelkompott
Baked bean: Baked Beans, Bohnen in Tomatensauce, Bohnen aus der Dose, Bohnenkonserve
Canned black bean: Schwarze Bohnen, schwarze Bohnen aus der Dose
Canned chicken: Hähnchen aus der Dose
Canned chickpea: Kichererbse(n), Kichererbsen aus der Dose
Canned corn: Mais, Dosenmais, Zuckermais, Gemüsemais, Mais aus der Dose
Canned fruit: Obstkonserve(n), Dosenobst, Dosenpfirsiche, Fruchtcocktail, Pfirsiche aus der Dose
Canned kidney bean: Kidneybohne(n), rote Bohnen, Kidneybohnen aus der Dose
Canned meat: Dosenfleisch, Frühstücksfleisch, Fleisch aus der Dose
Canned pea: Erbsen aus der Dose, Dosenerbsen
Canned pineapple: Ananas aus der Dose, Dosenananas, Ananasstücke
Canned salmon: Lachs aus der Dose, Dosenlachs
Canned soup: Dosensuppe, Dosensuppen, Suppe aus der Dose
Canned tomato: Dosentomaten, gehackte Tomaten, stückige Tomaten, geschälte Tomaten, Tomaten aus der Dose, Pizzatomaten
Canned tuna: Thunfisch, Thunfisch aus der Dose, Dosenthunfisch
Canned white bean: Weiße Bohnen, Cannellinibohnen, Butterbohnen, weiße Bohnen aus der Dose
Caper: Kapern, Kaper
Coconut cream: Kokoscreme, Kokossahne
Coconut milk: Kokosmilch, Kokosmilch aus der Dose
Condensed milk: Gezuckerte Kondensmilch, Milchmädchen, gezuckerte Dosenmilch
Cranberry sauce: Preiselbeeren, Cranberrysauce, Preiselbeerkompott
Evaporated milk: Kondensmilch, Dosenmilch
Olive: Olive(n), grüne Oliven, schwarze Oliven, Kalamata-Oliven
Passata: Passierte Tomaten, Passata
Pickle: Gewürzgurke(n), Essiggurke(n), saure Gurken, Cornichons, Salzgurke(n)
Pickled beet: Eingelegte Rote Bete, Rote Bete aus dem Glas
Refried bean: Bohnenmus, Refried Beans
Roasted red pepper: Geröstete Paprika, gegrillte Paprika
Sardine: Ölsardinen, Sardine(n), Sardinen aus der Dose
Sauerkraut: Sauerkraut
Sun-dried tomato: Getrocknete Tomaten
Tomato paste: Tomatenmark, Tomatenkonzentrat
Alfredo sauce: Sahnesauce, Käsesauce, Sahnesoße, Käsesoße
Almond butter: Mandelmus, Mandelbutter
Barbecue sauce: Grillsauce, Barbecuesauce, BBQ-Sauce, Grillsoße
Beef stock: Rinderbrühe, Rinderfond, Fleischbrühe
Black bean sauce: Schwarze-Bohnen-Sauce
Cashew butter: Cashewmus, Cashewbutter
Chicken stock: Hühnerbrühe, Brühe, Geflügelfond, Hühnerfond, Fond, Knochenbrühe
Chocolate hazelnut spread: Nuss-Nougat-Creme, Schokocreme, Nussnougatcreme, Schokoladenaufstrich
Chutney: Chutney, Chutneys, Mangochutney
Creamy dressing: Joghurtdressing, Ranch-Dressing, Caesar-Dressing, Sahnedressing
Curry paste: Currypaste, rote Currypaste, grüne Currypaste
Fish sauce: Fischsauce, Fischsoße
Gravy: Bratensauce, Bratensoße
Gravy mix: Soßenpulver, Bratensaucenpulver, Soßenbinder
Hoisin sauce: Hoisinsauce, Hoisinsoße
Horseradish: Meerrettich, Kren, Sahnemeerrettich
Hot sauce: Scharfe Sauce, Sriracha, Chilisauce, Chilisoße, Tabasco
Jam: Marmelade, Marmeladen, Konfitüre(n), Erdbeermarmelade, Gelee, Fruchtaufstrich
Ketchup: Ketchup, Tomatenketchup
Marinade: Marinade, Marinaden, Grillmarinade
Mayonnaise: Mayonnaise, Mayo, Remoulade
Miso: Miso, Misopaste
Mustard: Senf, Dijonsenf, körniger Senf, mittelscharfer Senf, süßer Senf
Oyster sauce: Austernsauce, Austernsoße
Pasta sauce: Nudelsauce, Tomatensauce, Tomatensoße, Nudelsoße, Spaghettisauce, Pastasauce
Peanut butter: Erdnussbutter, Erdnussmus, Erdnusscreme
Pesto: Pesto, Basilikumpesto, Pesto Rosso
Relish: Relish, Gurkenrelish
Salad dressing: Salatdressing, Salatsauce, Vinaigrette, Salatsoße, Dressing
Salsa: Salsa, Tacosauce, Salsasauce
Sauce mix: Würzmischung, Fix-Produkt, Saucenpulver
Soy sauce: Sojasauce, Sojasoße, Tamari
Stock cube: Brühwürfel, Suppenwürfel, gekörnte Brühe, Gemüsebrühpulver, Bouillon
Syrup: Sirup, Zuckersirup, Pfannkuchensirup, Agavendicksaft
Tahini: Tahini, Tahin, Sesammus, Sesampaste
Tamarind paste: Tamarindenpaste
Tapenade: Tapenade, Olivenpaste
Teriyaki sauce: Teriyakisauce, Teriyakisoße
Vegetable stock: Gemüsebrühe, Gemüsefond
Worcestershire sauce: Worcestersauce, Worcestershiresauce
Allspice: Piment, gemahlener Piment
Bay leaf: Lorbeerblatt, Lorbeerblätter, Lorbeer
Black pepper: Schwarzer Pfeffer, Pfeffer, gemahlener Pfeffer
Cajun seasoning: Cajun-Gewürz
Cardamom: Kardamom, Kardamomkapseln
Cayenne pepper: Cayennepfeffer
Chili flakes: Chiliflocken, Chilifäden
Chili powder: Chilipulver
Cinnamon: Zimt, gemahlener Zimt
Cinnamon stick: Zimtstange(n)
Clove: Gewürznelke(n), Nelke(n)
Cumin: Kreuzkümmel, Cumin, gemahlener Kreuzkümmel
Curry powder: Currypulver, Curry
Dried basil: Getrocknetes Basilikum
Dried parsley: Getrocknete Petersilie
Dried rosemary: Getrockneter Rosmarin
Dried thyme: Getrockneter Thymian
Garam masala: Garam Masala
Garlic powder: Knoblauchpulver, Knoblauchgranulat
Ground coriander: Gemahlener Koriander, Korianderpulver, Koriandersamen
Ground ginger: Ingwerpulver, gemahlener Ingwer
Italian seasoning: Italienische Kräuter, Kräuter der Provence, Kräutermischung
Mustard powder: Senfpulver, Senfmehl
Nutmeg: Muskatnuss, Muskat, gemahlene Muskatnuss
Onion powder: Zwiebelpulver
Oregano: Oregano, getrockneter Oregano
Paprika: Paprikapulver, edelsüßes Paprikapulver, geräuchertes Paprikapulver, Rosenpaprika
Peppercorn: Pfefferkörner, Pfefferkorn
Salt: Salz, Speisesalz, Meersalz, Tafelsalz, Jodsalz
Sesame seed: Sesam, Sesamsamen
Star anise: Sternanis
Turmeric: Kurkuma, gemahlene Kurkuma, Gelbwurz
Apple cider vinegar: Apfelessig
Avocado oil: Avocadoöl
Balsamic vinegar: Balsamico, Balsamicoessig, Aceto balsamico, Balsamessig
Canola oil: Rapsöl
Coconut oil: Kokosöl
Cooking spray: Backspray, Ölspray, Trennspray
Duck fat: Gänseschmalz, Entenschmalz, Schmalz
Grapeseed oil: Traubenkernöl
Olive oil: Olivenöl, natives Olivenöl extra
Nut oil: Nussöl, Erdnussöl, Walnussöl
Rice vinegar: Reisessig
Sesame oil: Sesamöl
Sunflower oil: Sonnenblumenöl
Vegetable oil: Pflanzenöl, Öl, Speiseöl, Bratöl
Vinegar: Essig, Branntweinessig, Tafelessig
Wine vinegar: Weinessig, Rotweinessig, Weißweinessig
Almond: Mandel(n), gehobelte Mandeln, gemahlene Mandeln, Mandelblättchen
Cashew: Cashewkern, Cashewkerne, Cashewnuss, Cashewnüsse
Chia seed: Chiasamen, Chia
Chocolate: Schokolade, Schokoladen, Tafel Schokolade, Vollmilchschokolade, Schokoriegel
Cookie: Keks, Kekse, Plätzchen, Butterkekse, Guetzli
Cracker: Cracker, Salzgebäck, Kräcker
Dried apricot: Getrocknete Aprikosen
Dried cranberry: Getrocknete Cranberrys
Dried fruit: Trockenobst, Dörrobst, Trockenfrüchte, getrocknete Mango
Flaxseed: Leinsamen
Graham cracker: Vollkornkekse, Tierkekse
Granola bar: Müsliriegel
Gummy candy: Gummibärchen, Fruchtgummi, Fruchtgummis, Weingummi
Jerky: Trockenfleisch, Beef Jerky, Dörrfleisch
Macadamia: Macadamianuss, Macadamianüsse, Macadamia
Microwave popcorn: Mikrowellenpopcorn
Mixed nuts: Nussmischung, Nüsse, Nuss, Studentenfutter, gemischte Nüsse, Haselnuss, Haselnüsse
Peanut: Erdnuss, Erdnüsse, geschälte Erdnüsse
Pecan: Pekannuss, Pekannüsse
Pine nut: Pinienkerne, Pinienkern
Pistachio: Pistazie(n)
Popcorn: Popcorn, Popcornmais
Pork rind: Schweinekrusten, Schweineschwarte(n)
Potato chip: Chips, Kartoffelchips
Pretzel: Salzbrezel(n), Brezel(n), Salzstange(n), Laugenbrezel(n), Breze(n)
Pumpkin seed: Kürbiskerne, Kürbiskern
Raisin: Rosine(n), Sultanine(n)
Sunflower seed: Sonnenblumenkerne, Sonnenblumenkern
Toaster pastry: Toastergebäck
Tortilla chip: Tortillachips, Nachos, Maischips
Walnut: Walnuss, Walnüsse, Baumnuss, Baumnüsse, Walnusskerne
Breakfast cereal: Frühstückscerealien, Cornflakes, Cerealien, Frühstücksflocken
Granola: Müsli, Granola, Knuspermüsli
Oats: Haferflocken, zarte Haferflocken, kernige Haferflocken, Hafer, Porridge
Apple cider: Naturtrüber Apfelsaft, Apfelmost, Most
Beer: Bier, Pils, Lagerbier, Weizenbier, Helles
Carrot juice: Karottensaft, Möhrensaft
Coconut water: Kokoswasser
Coffee beans: Kaffeebohnen, Espressobohnen
Cream liqueur: Sahnelikör, Eierlikör
Drink mix: Getränkepulver
Fruit juice: Fruchtsaft, Saft, Säfte, Apfelsaft, Fruchtsäfte, Traubensaft, Multivitaminsaft
Ground coffee: Kaffee, gemahlener Kaffee, Filterkaffee
Hot chocolate: Trinkschokolade, heiße Schokolade, Kakaogetränkepulver
Instant coffee: Instantkaffee, löslicher Kaffee
Lemon juice: Zitronensaft
Lime juice: Limettensaft
Loose tea: Loser Tee
Nutrition drink: Trinknahrung, Proteinshake, Eiweißshake, Proteindrink
Orange juice: Orangensaft, O-Saft
Red wine: Rotwein, Wein
Soda: Limonade, Limonaden, Limo, Cola, Softdrink, Tonic Water, Spezi
Spirits: Spirituosen, Schnaps, Wodka, Whisky, Gin, Rum
Tea: Tee, Teebeutel, Schwarztee, grüner Tee, Kräutertee, schwarzer Tee, Früchtetee
Vegetable juice: Gemüsesaft, Tomatensaft
Water: Wasser, Mineralwasser, Sprudel, stilles Wasser, Sprudelwasser
White wine: Weißwein, Rosé, Roséwein
Seitan: Seitan
Tempeh: Tempeh
Textured soy protein: Sojagranulat, Sojaschnetzel, Sojahack
Tofu: Tofu, Seidentofu, Räuchertofu, Naturtofu
Vegetarian sausage: Vegetarische Würstchen, vegane Würstchen, vegane Wurst, vegetarische Wurst
Vegetarian mince: Vegetarisches Hack, veganes Hack, veganes Hackfleisch
Veggie burger: Veggieburger, veganer Burger, Gemüseburger, Gemüsebratling
Baby cereal: Babybrei, Getreidebrei, Grießbrei für Babys
Baby food: Babynahrung, Babygläschen, Gläschen, Quetschie, Quetschies
Infant formula: Säuglingsmilch, Säuglingsnahrung, Babymilch, Anfangsmilch, Folgemilch
`
