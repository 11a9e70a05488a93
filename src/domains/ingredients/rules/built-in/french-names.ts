/**
 * French names of the built-in foods: the main name first, then synonyms. Plurals in -s match and can be left out. One food per line, in
 * the order of `foods.ts`.
 */
export const frenchNameTable = `
Apple: Pommes, pomme à cuire, pomme golden, pomme granny
Apricot: Abricots, abricot frais
Avocado: Avocat, avocats
Banana: Bananes
Blackberry: Mûres
Blackcurrant: Groseilles, cassis, groseilles rouges
Blueberry: Myrtilles, bleuets
Cantaloupe: Melon cantaloup, melon charentais
Cherry: Cerises
Clementine: Clémentines, mandarines, satsuma
Coconut: Noix de coco, noix de coco fraîche
Cranberry: Canneberges, airelles, canneberges fraîches
Date: Dattes, dattes medjool
Dragon fruit: Fruit du dragon, pitaya
Fig: Figues, figues fraîches
Gooseberry: Groseilles à maquereau
Grape: Raisin, raisin blanc, raisin noir, raisin rouge, raisin de table
Grapefruit: Pamplemousse, pomélo
Guava: Goyave
Honeydew melon: Melon miel, melon d'hiver
Kiwi: Kiwi
Kumquat: Kumquat
Lemon: Citrons, citron jaune
Lime: Citrons verts, lime
Lychee: Litchis, lychee
Mango: Mangue
Melon: Melon, melon galia
Nectarine: Nectarines, brugnon
Orange: Oranges, orange sanguine
Papaya: Papaye
Passion fruit: Fruits de la passion, fruit de la passion, maracuja
Peach: Pêches
Pear: Poires, poire conférence
Pineapple: Ananas, ananas frais
Plantain: Banane plantain, plantain
Plum: Prunes, quetsches, mirabelles, reines-claudes
Pomegranate: Grenade
Raspberry: Framboises
Rhubarb: Rhubarbe
Star fruit: Carambole
Strawberry: Fraises
Watermelon: Pastèque
Artichoke: Artichauts
Arugula: Roquette
Asparagus: Asperges, asperges vertes, asperges blanches
Baby carrot: Mini-carottes, jeunes carottes
Bean sprout: Germes de soja, pousses de soja, pousses de haricot mungo
Beet: Betteraves, betterave rouge, betterave crue
Bell pepper: Poivrons, poivron rouge, poivron vert, poivron jaune
Bok choy: Pak choï, chou pak choï, chou chinois blanc
Broccoli: Brocoli, fleurettes de brocoli
Broccoli rabe: Brocoli-rave, cima di rapa
Brussels sprout: Choux de Bruxelles, chou de Bruxelles
Butternut squash: Courge butternut, butternut, doubeurre, courge d'hiver
Cabbage: Chou, choux, chou blanc, chou rouge, chou vert, chou frisé, chou pointu
Carrot: Carottes
Cassava: Manioc
Cauliflower: Chou-fleur, choux-fleurs
Celeriac: Céleri-rave
Celery: Céleri branche, céleri, branche de céleri, céleri en branches
Chard: Blettes, bettes, côtes de blettes
Cherry tomato: Tomates cerises, tomate cerise, tomate cocktail
Chili pepper: Piment, piments, piment frais, piment rouge, piment vert, piment oiseau, jalapeño
Collard greens: Chou cavalier, feuilles de moutarde, fanes de navet
Corn on the cob: Épi de maïs, épis de maïs, maïs frais
Cucumber: Concombre
Edamame: Edamame, fèves de soja
Eggplant: Aubergine
Fava bean: Fèves, févettes
Fennel: Fenouil, bulbe de fenouil
Garlic: Ail, tête d'ail, gousse d'ail
Ginger: Gingembre, gingembre frais, racine de gingembre
Green bean: Haricots verts, haricot vert, haricots plats, haricots mange-tout
Green pea: Petits pois frais, petits pois, petit pois, pois frais
Iceberg lettuce: Laitue iceberg, salade iceberg
Jicama: Jicama, pois patate
Kale: Chou kale, kale, chou noir
Kohlrabi: Chou-rave, choux-raves
Leek: Poireaux, poireau
Lemongrass: Citronnelle
Lettuce: Laitue, feuille de chêne, batavia, lollo rossa, laitue pommée
Mushroom: Champignons, champignons de Paris, champignons bruns
Okra: Gombo, gombos
Onion: Oignons, oignon jaune, oignon rouge, oignon blanc
Parsnip: Panais
Potato: Pommes de terre, pomme de terre, pommes de terre nouvelles, patates
Pumpkin: Citrouille, potiron, potimarron, courge
Radicchio: Trévise, radicchio, chicorée rouge
Radish: Radis, radis rose, radis noir
Romaine lettuce: Laitue romaine, romaine, sucrine
Rutabaga: Rutabaga
Salad mix: Salade mélangée, salade, mesclun, mâche, salade en sachet, jeunes pousses
Shallot: Échalotes
Snow pea: Pois gourmands, pois mange-tout
Spaghetti squash: Courge spaghetti
Spinach: Épinards, épinards frais, pousses d'épinards, jeunes épinards
Spring onion: Oignons nouveaux, oignon nouveau, cébettes, ciboules, oignons verts
Sweet potato: Patate douce, patates douces
Taro: Taro
Tomato: Tomates, tomates grappe, tomate cœur de bœuf
Turnip: Navets
Zucchini: Courgettes
Basil: Basilic, basilic frais
Chives: Ciboulette, ciboulette fraîche
Cilantro: Coriandre, coriandre fraîche, feuilles de coriandre
Dill: Aneth, aneth frais, herbes fraîches
Mint: Menthe, menthe fraîche
Parsley: Persil, persil plat, persil frisé, persil frais
Rosemary: Romarin, romarin frais
Thyme: Thym, thym frais
Bread: Pain, pain blanc, pain de mie, pain tranché, miche de pain, pain de campagne
Bagel: Bagel
Baguette: Baguette, pain français
Bread roll: Petits pains, petit pain, pain à burger, pain burger, pain à hot-dog
Breadcrumbs: Chapelure, panko
Cake: Gâteau, gâteaux, génoise, cupcake, quatre-quarts
Cheesecake: Cheesecake, gâteau au fromage
Cookie dough: Pâte à cookies, pâte à biscuits
Corn tortilla: Tortilla de maïs, tortillas de maïs
Crouton: Croûtons
Doughnut: Donut, beignets
English muffin: Muffin anglais
Fruit pie: Tarte aux fruits, tarte aux pommes, tarte aux cerises
Muffin: Muffins, muffin aux myrtilles
Pastry: Viennoiserie, croissant, pain au chocolat, chausson aux pommes
Pie crust: Pâte brisée, pâte sablée, pâte à tarte
Pita bread: Pain pita, pita, naan, pain naan, galette de pain
Pizza dough: Pâte à pizza, pâte à pain
Puff pastry: Pâte feuilletée, pâte filo, feuilles de brick
Pumpkin pie: Tarte à la citrouille
Tortilla: Tortilla, tortilla de blé, wrap
Whole wheat bread: Pain complet, pain aux céréales, pain bis
Bacon: Bacon, lardons, poitrine fumée, lard, poitrine de porc fumée
Beef: Bœuf, boeuf, bœuf à braiser, bœuf bourguignon, viande de bœuf
Beef roast: Rôti de bœuf, rôti de boeuf, rosbif, poitrine de bœuf
Beef short rib: Plat de côtes, plat de côtes de bœuf
Beef steak: Steak, bifteck, entrecôte, faux-filet, filet de bœuf, rumsteck, bavette
Bison: Bison, viande de bison
Bratwurst: Saucisse à griller, bratwurst
Canadian bacon: Bacon canadien
Chicken: Poulet, poulet entier
Chicken breast: Blanc de poulet, blancs de poulet, filet de poulet, escalope de poulet
Chicken thigh: Cuisse de poulet, cuisses de poulet, haut de cuisse de poulet, pilon de poulet
Chorizo: Chorizo
Corned beef: Corned-beef, bœuf salé
Duck: Canard, magret de canard, canard entier
Goat meat: Viande de chèvre, chevreau
Goose: Oie
Ground beef: Bœuf haché, boeuf haché, viande hachée, steak haché, haché de bœuf
Ground chicken: Poulet haché, haché de poulet
Ground lamb: Agneau haché
Ground pork: Porc haché, chair à saucisse
Ground turkey: Dinde hachée
Ham: Jambon à l'os, jambonneau, jambon entier
Hot dog: Saucisses de Francfort, saucisse de Francfort, knack, saucisse de Strasbourg, knacki
Lamb: Agneau, gigot d'agneau, épaule d'agneau, viande d'agneau
Lamb chop: Côtelettes d'agneau, côtelette d'agneau
Liver: Foie, foie de veau, foie de volaille, abats, langue
Pork: Porc, rôti de porc, épaule de porc, échine de porc, viande de porc
Pork chop: Côte de porc, côtes de porc, côtelette de porc, escalope de porc
Pork rib: Travers de porc, ribs
Pork tenderloin: Filet mignon, filet mignon de porc, filet de porc
Rabbit: Lapin
Sausage: Saucisses, saucisses fraîches, chipolata, merguez, saucisse de Toulouse
Smoked sausage: Saucisse fumée, saucisse de Morteau, saucisse de Montbéliard
Turkey: Dinde, dinde entière
Turkey bacon: Bacon de dinde
Turkey breast: Escalope de dinde, filet de dinde, blanc de dinde
Veal: Veau, escalope de veau, viande de veau
Venison: Gibier, chevreuil, cerf, biche
Catfish: Poisson-chat, pangasius, panga
Caviar: Caviar, œufs de poisson, œufs de lump
Clam: Palourdes, praires
Cod: Cabillaud, dos de cabillaud, morue
Crab: Crabe, tourteau, pince de crabe
Crab meat: Chair de crabe, crabe en miettes
Haddock: Églefin, filet d'églefin
Halibut: Flétan
Lobster: Homard
Mackerel: Maquereau, maquereaux, filet de maquereau
Mussel: Moules
Oyster: Huîtres
Pickled herring: Hareng mariné, rollmops, hareng
Pollock: Lieu noir, colin, lieu jaune, colin d'Alaska
Salmon: Saumon, filet de saumon, pavé de saumon
Scallop: Noix de Saint-Jacques, coquilles Saint-Jacques, pétoncles
Shrimp: Crevettes, gambas, écrevisses
Smoked mackerel: Maquereau fumé, poisson fumé, hareng fumé
Smoked salmon: Saumon fumé
Sole: Sole, carrelet, limande, plie
Squid: Calamar, encornet, seiche, calmar
Surimi: Surimi, bâtonnets de surimi
Tuna steak: Steak de thon, thon frais
Chicken salad: Salade de poulet
Coleslaw: Coleslaw, salade de chou
Cooked fish: Poisson cuit
Cooked pasta: Pâtes cuites
Cooked rice: Riz cuit
Egg salad: Salade d'œufs, salade aux œufs
Fresh salsa: Salsa fraîche, pico de gallo
Fruit salad: Salade de fruits, fruits coupés
Guacamole: Guacamole
Hummus: Houmous
Kimchi: Kimchi
Leftovers: Restes, légumes cuits, restes de repas
Leftovers with meat: Restes de viande, ragoût
Lunch meat: Charcuterie, mortadelle, charcuterie tranchée
Pasta salad: Salade de pâtes
Pastrami: Pastrami
Pâté: Pâté de foie, pâté, terrine, rillettes
Pepperoni: Pepperoni, saucisson sec
Potato salad: Salade de pommes de terre
Prosciutto: Jambon cru, jambon de Parme, jambon serrano, jambon de Bayonne
Quiche: Quiche, quiche lorraine
Ready meal: Plat préparé, plats préparés, plat cuisiné
Rotisserie chicken: Poulet rôti, poulet cuit
Salami: Salami, rosette
Sliced chicken: Blanc de poulet en tranches, poulet en tranches
Sliced ham: Jambon blanc, jambon, jambon cuit, tranches de jambon
Sliced turkey: Blanc de dinde en tranches, dinde en tranches
Soup: Soupe, potage, velouté, soupe fraîche, soupe maison
Tuna salad: Salade de thon, salade de fruits de mer
Milk: Lait, lait entier, lait demi-écrémé, lait écrémé, lait frais, lait de vache
Almond milk: Lait d'amande, boisson à l'amande
Blue cheese: Fromage bleu, bleu, roquefort, gorgonzola, bleu d'Auvergne
Boiled egg: Œuf dur, oeuf dur, œufs durs
Brie: Brie, camembert, fromage à pâte molle
Butter: Beurre, beurre doux, beurre demi-sel, beurre salé
Buttermilk: Babeurre, lait ribot, lait fermenté
Cheddar: Cheddar, fromage, fromage à pâte dure, tomme
Cheese curd: Fromage en grains, caillé
Cheese slice: Fromage en tranches, fromage fondu, tranches de fromage
Coconut drink: Boisson à la noix de coco, boisson coco
Coffee creamer: Crème à café, succédané de crème
Cottage cheese: Cottage cheese, fromage cottage
Cream cheese: Fromage à tartiner, fromage frais à tartiner, fromage frais
Crème fraîche: Crème fraîche, crème fraîche épaisse, crème épaisse
Egg: Œufs, oeufs, œuf de poule, œufs bio
Egg substitute: Substitut d'œuf, œufs liquides
Egg white: Blanc d'œuf, blancs d'œufs, jaune d'œuf, blanc d'oeuf
Eggnog: Lait de poule
Feta: Feta
Ghee: Ghee, beurre clarifié
Goat cheese: Fromage de chèvre, chèvre, bûche de chèvre
Grated cheese: Fromage râpé, gruyère râpé, emmental râpé, mozzarella râpée
Grated parmesan: Parmesan râpé
Half and half: Crème légère à café, crème moitié-moitié
Heavy cream: Crème entière, crème, crème liquide entière, crème à fouetter, crème fleurette
Kefir: Kéfir
Lactose-free milk: Lait sans lactose
Light cream: Crème légère, crème liquide légère, crème liquide
Margarine: Margarine
Mozzarella: Mozzarella, mozzarella di bufala
Oat milk: Lait d'avoine, boisson à l'avoine
Parmesan: Parmesan, parmigiano reggiano, grana padano
Powdered milk: Lait en poudre
Pudding: Crème dessert, pudding, flan, riz au lait, mousse au chocolat
Quark: Fromage blanc, faisselle, petit-suisse
Rice milk: Lait de riz, boisson au riz
Ricotta: Ricotta
Sour cream: Crème aigre, crème sure
Soy milk: Lait de soja, boisson au soja
String cheese: Bâtonnet de fromage, fromage effilochable
Swiss cheese: Emmental, gruyère, fromage suisse, comté, beaufort
UHT milk: Lait UHT, lait longue conservation
Vegan cheese: Fromage végétal, fromage végan
Whipped cream: Chantilly, crème chantilly, crème fouettée, crème en bombe
Yogurt: Yaourt, yaourt nature, yaourt grec, yaourt aux fruits, yogourt, yoghourt
Chicken nugget: Nuggets de poulet, nugget, poulet pané
Fish finger: Poisson pané, bâtonnets de poisson
French fries: Frites, frites surgelées, pommes duchesse, frites au four
Frozen berries: Fruits rouges surgelés, mélange de fruits rouges, fruits rouges
Frozen broccoli: Brocoli surgelé
Frozen corn: Maïs surgelé
Frozen edamame: Edamame surgelé
Frozen fish: Poisson surgelé, filet de poisson surgelé
Frozen fruit: Fruits surgelés, mangue surgelée
Frozen meal: Plat surgelé, plats surgelés
Frozen pea: Petits pois surgelés, pois surgelés
Frozen pizza: Pizza surgelée, pizza
Frozen shrimp: Crevettes surgelées
Frozen spinach: Épinards surgelés
Frozen vegetables: Légumes surgelés, mélange de légumes, poêlée de légumes, légumes mélangés
Ice cream: Glace, crème glacée
Ice pop: Bâtonnet glacé, bâtonnets glacés, esquimau, glace à l'eau
Juice concentrate: Jus concentré, concentré de jus
Sorbet: Sorbet
Waffle: Gaufres, crêpes, pancake
Whipped topping: Garniture fouettée
Pasta: Pâtes, spaghetti, penne, macaroni, fusilli, linguine, farfalle, rigatoni, coquillettes, tagliatelle
Amaranth: Amarante
Barley: Orge, orge perlé
Brown rice: Riz complet, riz brun
Buckwheat: Sarrasin
Bulgur: Boulgour, boulghour
Couscous: Couscous, semoule
Dried black bean: Haricots noirs secs
Dried chickpea: Pois chiches secs
Dried kidney bean: Haricots rouges secs
Dried pinto bean: Haricots pinto
Dried white bean: Haricots blancs secs, haricots secs
Egg noodle: Nouilles aux œufs, nouilles, nouilles chinoises
Farro: Épeautre en grains, petit épeautre, farro
Fresh pasta: Pâtes fraîches, ravioli, tortellini, raviolis
Grits: Gruau de maïs
Lasagne sheet: Feuilles de lasagne, lasagne, pâtes à lasagne
Lentil: Lentilles, lentilles vertes, lentilles corail, lentilles du Puy
Millet: Millet
Mung bean: Haricots mungo
Quinoa: Quinoa
Rice: Riz, riz blanc, riz long, riz basmati, riz thaï, riz jasmin
Risotto rice: Riz à risotto, riz arborio, riz rond
Split pea: Pois cassés, pois secs
Wild rice: Riz sauvage
Flour: Farine, farine de blé, farine blanche, farine T55, farine T45
Almond extract: Extrait d'amande, arôme d'amande amère
Baking chocolate: Chocolat pâtissier, chocolat noir, pépites de chocolat, chocolat à cuire
Baking powder: Levure chimique, poudre à lever, poudre à pâte
Baking soda: Bicarbonate de soude, bicarbonate, bicarbonate alimentaire
Bread flour: Farine à pain, farine de gruau, farine T65
Brown sugar: Sucre roux, cassonade, vergeoise, sucre de canne, sucre brun
Buckwheat flour: Farine de sarrasin
Cake mix: Préparation pour gâteau, préparation à gâteau, préparation pour pain
Chocolate syrup: Sirop de chocolat, sauce au chocolat
Cocoa powder: Cacao en poudre, cacao
Coconut flour: Farine de coco
Corn syrup: Sirop de maïs, sirop de glucose
Cornmeal: Semoule de maïs, polenta, farine de maïs
Cornstarch: Fécule de maïs, amidon de maïs, fécule, maïzena
Frosting: Glaçage
Gelatin: Gélatine, feuilles de gélatine
Honey: Miel, miel liquide
Jelly mix: Gelée en poudre, dessert gélifié
Maple syrup: Sirop d'érable
Marshmallow: Guimauves, chamallow, marshmallow
Molasses: Mélasse
Pancake mix: Préparation pour pancakes, préparation pour crêpes
Powdered sugar: Sucre glace
Pudding mix: Poudre à flan, préparation pour flan, poudre à crème
Rye flour: Farine de seigle
Self-raising flour: Farine à gâteaux, farine avec levure, farine fluide
Shortening: Graisse végétale, matière grasse végétale
Shredded coconut: Noix de coco râpée, coco râpée
Soy flour: Farine de soja
Spelt flour: Farine d'épeautre
Sugar: Sucre, sucre blanc, sucre en poudre, sucre cristallisé
Sugar substitute: Édulcorant, sucrette, stevia, aspartame
Tapioca: Tapioca, perles du Japon
Vanilla extract: Extrait de vanille, vanille, sucre vanillé, arôme vanille
Whole wheat flour: Farine complète, farine intégrale
Yeast: Levure, levure de boulanger, levure sèche, levure fraîche
Anchovy: Anchois, filets d'anchois
Applesauce: Compote de pommes, compote, purée de pommes
Baked bean: Haricots à la tomate, haricots en sauce tomate, haricots en conserve
Canned black bean: Haricots noirs, haricots noirs en conserve
Canned chicken: Poulet en conserve
Canned chickpea: Pois chiches, pois chiche, pois chiches en conserve
Canned corn: Maïs, maïs doux, maïs en conserve, maïs en boîte
Canned fruit: Fruits au sirop, fruits en conserve, pêches au sirop, cocktail de fruits
Canned kidney bean: Haricots rouges, haricots rouges en conserve
Canned meat: Viande en conserve, pâté en conserve
Canned pea: Petits pois en conserve, petits pois en boîte
Canned pineapple: Ananas en conserve, ananas au sirop, morceaux d'ananas
Canned salmon: Saumon en conserve
Canned soup: Soupe en conserve, soupe en boîte
Canned tomato: Tomates en conserve, tomates pelées, tomates concassées, tomates en boîte, pulpe de tomate
Canned tuna: Thon, thon en conserve, thon en boîte
Canned white bean: Haricots blancs, haricots blancs en conserve, flageolets
Caper: Câpres
Coconut cream: Crème de coco
Coconut milk: Lait de coco
Condensed milk: Lait concentré sucré
Cranberry sauce: Sauce aux canneberges, sauce aux airelles
Evaporated milk: Lait concentré, lait concentré non sucré, lait évaporé
Olive: Olives, olives vertes, olives noires, olives de Kalamata
Passata: Passata, coulis de tomate, purée de tomates
Pickle: Cornichons, cornichons à l'aneth
Pickled beet: Betteraves au vinaigre, betteraves marinées
Refried bean: Purée de haricots rouges, haricots frits
Roasted red pepper: Poivrons grillés, poivrons rôtis
Sardine: Sardines, sardines en boîte, sardines à l'huile
Sauerkraut: Choucroute
Sun-dried tomato: Tomates séchées
Tomato paste: Concentré de tomate, double concentré de tomate
Alfredo sauce: Sauce à la crème, sauce au fromage, sauce alfredo
Almond butter: Purée d'amandes, beurre d'amande
Barbecue sauce: Sauce barbecue
Beef stock: Bouillon de bœuf, bouillon de boeuf, fond de bœuf, fond de veau
Black bean sauce: Sauce aux haricots noirs
Cashew butter: Purée de noix de cajou, beurre de cajou
Chicken stock: Bouillon de poulet, bouillon de volaille, bouillon, fond de volaille
Chocolate hazelnut spread: Pâte à tartiner, pâte à tartiner aux noisettes
Chutney: Chutney, chutney de mangue
Creamy dressing: Sauce salade crémeuse, sauce césar, sauce ranch
Curry paste: Pâte de curry, pâte de curry rouge
Fish sauce: Sauce de poisson, nuoc-mâm
Gravy: Sauce brune, jus de viande
Gravy mix: Sauce brune en poudre, fond brun en poudre
Hoisin sauce: Sauce hoisin
Horseradish: Raifort, sauce au raifort
Hot sauce: Sauce piquante, sriracha, sauce pimentée, tabasco
Jam: Confiture, marmelade, confiture de fraises, gelée
Ketchup: Ketchup
Marinade: Marinade
Mayonnaise: Mayonnaise
Miso: Miso, pâte de miso
Mustard: Moutarde, moutarde de Dijon, moutarde à l'ancienne
Oyster sauce: Sauce huître, sauce d'huîtres
Pasta sauce: Sauce pour pâtes, sauce tomate, sauce bolognaise, sauce napolitaine
Peanut butter: Beurre de cacahuète, beurre de cacahuètes, beurre d'arachide
Pesto: Pesto, pesto rosso, pistou
Relish: Relish, condiment aux cornichons
Salad dressing: Vinaigrette, sauce salade, sauce pour salade
Salsa: Salsa, sauce tacos, sauce salsa
Sauce mix: Sauce en poudre, mélange d'épices pour tacos
Soy sauce: Sauce soja, sauce de soja, tamari
Stock cube: Bouillon cube, cube de bouillon, bouillon en cube
Syrup: Sirop, sirop à l'eau, sirop de sucre, sirop d'agave
Tahini: Tahini, purée de sésame, tahin
Tamarind paste: Pâte de tamarin
Tapenade: Tapenade, purée d'olives
Teriyaki sauce: Sauce teriyaki
Vegetable stock: Bouillon de légumes
Worcestershire sauce: Sauce Worcestershire, sauce Worcester
Allspice: Piment de la Jamaïque, quatre-épices
Bay leaf: Feuilles de laurier, feuille de laurier, laurier
Black pepper: Poivre, poivre noir, poivre moulu
Cajun seasoning: Épices cajun, mélange cajun
Cardamom: Cardamome
Cayenne pepper: Piment de Cayenne, poivre de Cayenne
Chili flakes: Flocons de piment, piment en flocons
Chili powder: Piment en poudre, piment d'Espelette
Cinnamon: Cannelle, cannelle moulue
Cinnamon stick: Bâton de cannelle, bâtons de cannelle
Clove: Clous de girofle, clou de girofle, girofle
Cumin: Cumin, cumin moulu, graines de cumin
Curry powder: Curry, curry en poudre, poudre de curry
Dried basil: Basilic séché
Dried parsley: Persil séché
Dried rosemary: Romarin séché
Dried thyme: Thym séché
Garam masala: Garam masala
Garlic powder: Ail en poudre, ail semoule
Ground coriander: Coriandre moulue, coriandre en poudre, graines de coriandre
Ground ginger: Gingembre moulu, gingembre en poudre
Italian seasoning: Herbes de Provence, herbes italiennes, mélange d'herbes
Mustard powder: Moutarde en poudre, graines de moutarde
Nutmeg: Noix de muscade, muscade
Onion powder: Oignon en poudre
Oregano: Origan, origan séché
Paprika: Paprika, paprika doux, paprika fumé
Peppercorn: Poivre en grains, grains de poivre
Salt: Sel, sel fin, sel de mer, sel de table, gros sel, fleur de sel
Sesame seed: Graines de sésame, sésame
Star anise: Anis étoilé, badiane
Turmeric: Curcuma, curcuma moulu
Apple cider vinegar: Vinaigre de cidre
Avocado oil: Huile d'avocat
Balsamic vinegar: Vinaigre balsamique, balsamique
Canola oil: Huile de colza, huile de canola
Coconut oil: Huile de coco, huile de noix de coco
Cooking spray: Spray de cuisson, huile en spray
Duck fat: Graisse de canard, graisse d'oie, saindoux
Grapeseed oil: Huile de pépins de raisin
Olive oil: Huile d'olive, huile d'olive vierge extra
Nut oil: Huile de noix, huile d'arachide, huile de noisette
Rice vinegar: Vinaigre de riz
Sesame oil: Huile de sésame
Sunflower oil: Huile de tournesol
Vegetable oil: Huile végétale, huile, huile de friture, huile de cuisson
Vinegar: Vinaigre, vinaigre blanc, vinaigre d'alcool
Wine vinegar: Vinaigre de vin, vinaigre de vin rouge, vinaigre de vin blanc, vinaigre de xérès
Almond: Amandes, amandes effilées, poudre d'amandes, amandes entières
Cashew: Noix de cajou, cajou
Chia seed: Graines de chia, chia
Chocolate: Chocolat, tablette de chocolat, chocolat au lait, barre chocolatée
Cookie: Biscuits, cookie, petit-beurre, gâteaux secs, sablés
Cracker: Crackers, biscuits salés, biscuits apéritif
Dried apricot: Abricots secs
Dried cranberry: Canneberges séchées
Dried fruit: Fruits secs, fruits séchés, mangue séchée, pruneaux
Flaxseed: Graines de lin, lin
Graham cracker: Biscuits Graham, biscuits à la farine complète
Granola bar: Barre de céréales, barres de céréales
Gummy candy: Bonbons gélifiés, bonbons, oursons en gélatine
Jerky: Viande séchée, bœuf séché
Macadamia: Noix de macadamia, macadamia
Microwave popcorn: Pop-corn micro-ondes, pop-corn au micro-ondes
Mixed nuts: Mélange de noix, fruits à coque, noisettes, noix mélangées
Peanut: Cacahuètes, arachides
Pecan: Noix de pécan, pécan
Pine nut: Pignons de pin, pignons
Pistachio: Pistaches
Popcorn: Pop-corn, popcorn, maïs à pop-corn
Pork rind: Couennes de porc soufflées, grattons
Potato chip: Chips, chips de pommes de terre
Pretzel: Bretzels
Pumpkin seed: Graines de courge, graines de citrouille
Raisin: Raisins secs, raisin sec, raisins de Corinthe
Sunflower seed: Graines de tournesol
Toaster pastry: Tartelettes à griller
Tortilla chip: Chips de maïs, chips tortilla, nachos
Walnut: Noix, cerneaux de noix, noix de Grenoble
Breakfast cereal: Céréales, céréales du petit-déjeuner, corn flakes
Granola: Granola, muesli
Oats: Flocons d'avoine, avoine, porridge
Apple cider: Cidre, jus de pomme trouble
Beer: Bière, bière blonde, bière brune
Carrot juice: Jus de carotte
Coconut water: Eau de coco
Coffee beans: Café en grains, grains de café
Cream liqueur: Crème de whisky, liqueur à la crème
Drink mix: Boisson en poudre, poudre pour boisson
Fruit juice: Jus de fruits, jus, jus de pomme, nectar, jus de raisin
Ground coffee: Café moulu, café, café filtre
Hot chocolate: Chocolat chaud, chocolat en poudre
Instant coffee: Café soluble, café instantané
Lemon juice: Jus de citron
Lime juice: Jus de citron vert
Loose tea: Thé en vrac
Nutrition drink: Boisson protéinée, boisson nutritive
Orange juice: Jus d'orange
Red wine: Vin rouge, vin
Soda: Soda, limonade, cola, boisson gazeuse, tonic
Spirits: Alcool fort, vodka, whisky, gin, rhum, spiritueux, eau-de-vie
Tea: Thé, thé en sachets, thé noir, thé vert, tisane, infusion, sachets de thé
Vegetable juice: Jus de légumes, jus de tomate
Water: Eau, eau minérale, eau gazeuse, eau pétillante, eau plate
White wine: Vin blanc, rosé, vin rosé
Seitan: Seitan
Tempeh: Tempeh, tempé
Textured soy protein: Protéines de soja texturées, soja texturé, haché de soja
Tofu: Tofu, tofu soyeux, tofu ferme, tofu fumé
Vegetarian sausage: Saucisses végétariennes, saucisse végétale, saucisse végane
Vegetarian mince: Haché végétal, haché végétarien, viande hachée végétale
Veggie burger: Burger végétarien, steak végétal, burger végan, galette végétale
Baby cereal: Céréales pour bébé, bouillie, bouillie pour bébé
Baby food: Petits pots, petit pot pour bébé, compote pour bébé, purée pour bébé
Infant formula: Lait infantile, lait maternisé, lait en poudre pour bébé, lait de suite
`
