import { type Conversion, isUnit } from '#platform/shared/units.ts'
import { type BuiltInFood, storages } from '../../contract/index.ts'

/**
 * Common foods and their shelf lives.
 *
 * Shelf lives are from the USDA FoodKeeper data (US government work, public domain): the lower end of each range, from the purchase if it
 * says so; a month is 30 days, a year 365. `-` means no figure, where FoodKeeper says “package use-by date”, “when ripe”,
 * “not recommended”, “indefinitely” or nothing. `ask` marks the two fridge figures from AskUSDA (fresh milk, sour cream).
 * Weights are rounded typical weights of a medium piece or a cup; a household can enter its own.
 *
 * One food per line: `name; other names | unit storage | pantry fridge freezer opened | FoodKeeper entries | weights`.
 * Singular and plural match each other, so one is enough. Each name belongs to one food.
 * “Opened” is for the usual storage, or the fridge if the food must go there once opened.
 */
const table: readonly (readonly [category: string, rows: string])[] = [
  [
    'Produce',
    `
Apple; eating apple, cooking apple, bramley apple, granny smith, gala apple | each fridge | 3w 4w 8m - | 248 | each=182g
Apricot; fresh apricot | each fridge | - 2d - - | 249 | each=35g
Avocado; hass avocado | each pantry | - 3d - - | 250 | each=201g
Banana | each pantry | - 3d 2m - | 251 | each=118g
Blackberry; bramble | g fridge | - 3d 1y - | 253 | cup=144g
Blackcurrant; redcurrant | g fridge | - 3d 1y - | 253
Blueberry | g fridge | - 1w 8m - | 254 | cup=148g
Cantaloupe; cantaloupe melon, rockmelon | each pantry | 2d 5d 1y - | 496 | each=552g
Cherry; sweet cherry | g fridge | - 2d 8m - | 483 | cup=138g
Clementine; mandarin, satsuma, tangerine, easy peeler | each fridge | 10d 10d - - | 256 | each=74g
Coconut; fresh coconut | each fridge | 1w 2w - - | 258 | each=397g
Cranberry; fresh cranberry | g fridge | - 2m 1y - | 259 | cup=100g
Date; medjool date, dried date | g pantry | 2m 1y 1y - | 260 | each=24g
Dragon fruit; pitaya, pitahaya | each fridge | 2d 2w 10m - | 480
Fig; fresh fig | each fridge | - - - - | - | each=50g
Gooseberry | g fridge | - 7d 1y - | 252
Grape; red grape, green grape, white grape, seedless grape | g fridge | 1d 1w 1m - | 261 | cup=151g
Grapefruit | each fridge | 10d 10d - - | 256 | each=246g
Guava | each fridge | - 2d - - | 262 | each=55g
Honeydew melon; honeydew | each pantry | 2d 3d 1y - | 497 | each=1280g
Kiwi; kiwi fruit, kiwifruit | each fridge | - 3d - - | 263 | each=69g
Kumquat | g fridge | - 3w - - | 414
Lemon | each fridge | 10d 10d - - | 256 | each=58g
Lime | each fridge | 10d 10d - - | 256 | each=67g
Lychee; litchi | g fridge | - 7d 1y - | 252
Mango | each pantry | 3d 1w 6m - | 265 | each=336g
Melon; galia melon | each pantry | - 2w 1m 2d | 264
Nectarine | each pantry | - 3d 2m - | 266 | each=142g
Orange; navel orange, blood orange | each fridge | 10d 10d - - | 256 | each=131g
Papaya; pawpaw | each pantry | 3d 1w 6m - | 265
Passion fruit; passionfruit, maracuja | each pantry | 3d 1w 6m - | 265 | each=18g
Peach | each pantry | - 3d 2m - | 266 | each=150g
Pear; conference pear | each pantry | - 3d 2m - | 266 | each=178g
Pineapple; fresh pineapple | each pantry | - 5d 10m - | 267 | each=905g
Plantain; cooking banana | each pantry | - 3d 10m - | 268
Plum | each pantry | - 3d 2m - | 266 | each=66g
Pomegranate | each fridge | 2d 1m 10m - | 269 | each=282g
Raspberry | g fridge | - 2d 8m - | 482 | cup=123g
Rhubarb | g fridge | - 3d - - | 300 | cup=122g
Star fruit; carambola | each pantry | 1w 1w 10m - | 478 | each=91g
Strawberry | g fridge | - 2d 8m - | 481 | cup=144g, each=12g
Watermelon | each pantry | 1d 3d 1y - | 495 | each=4518g
Artichoke; globe artichoke | each fridge | 1d 1w - - | 270 | each=128g
Arugula; rocket, rucola | g fridge | - 3d - - | 678 | cup=20g
Asparagus | g fridge | - 3d 5m - | 271 | cup=134g
Baby carrot | g fridge | 4d 4w 3m - | 491 | each=10g
Bean sprout; beansprout | g fridge | - 5d - - | 549 | cup=104g
Beet; beetroot | each fridge | 1d 1w 6m - | 274 | each=82g
Bell pepper; sweet pepper, red pepper, green pepper, yellow pepper, capsicum | each fridge | - 4d 6m - | 296 | each=119g
Bok choy; pak choi | each fridge | - 2d 10m - | 275
Broccoli; calabrese, tenderstem broccoli, broccoli floret | each fridge | - 3d 10m - | 276 | cup=91g
Broccoli rabe; rapini, broccoli raab | g fridge | - 3d 10m - | 276
Brussels sprout | g fridge | - 3d 10m - | 277 | cup=88g, each=19g
Butternut squash; winter squash, acorn squash, squash | each pantry | 2w 1m 10m - | 303
Cabbage; white cabbage, green cabbage, red cabbage, savoy cabbage, sweetheart cabbage | each fridge | - 1w 10m - | 278 | each=908g
Carrot | each fridge | - 2w 10m - | 279 | each=61g, cup=128g
Cassava; yuca, manioc | each pantry | 7d 3d 1m - | 308
Cauliflower | each fridge | - 3d 10m - | 280 | each=588g
Celeriac; celery root | each fridge | - 1w - - | 661
Celery; celery stalk, celery stick | each fridge | - 1w 10m - | 281 | cup=101g
Chard; swiss chard, rainbow chard | g fridge | - 1w - - | 550
Cherry tomato; grape tomato, baby plum tomato | g pantry | 10d 5d - - | 600 | cup=149g, each=17g
Chili pepper; chili, chilli, chile, chilli pepper, hot pepper, jalapeño, bird's eye chilli | each fridge | - 1w 9m - | 548
Collard greens; greens, spring greens, mustard greens, turnip greens | g fridge | - 1d 10m - | 287
Corn on the cob; corn cob, ear of corn, fresh corn | each fridge | - 1d 8m - | 282 | each=102g
Cucumber | each fridge | - 4d - - | 283 | each=301g
Edamame; fresh soybean | g fridge | - 4d - - | 640
Eggplant; aubergine, brinjal | each fridge | 1d 4d 6m - | 284 | each=548g
Fava bean; broad bean | g fridge | - 3d 8m - | 273
Fennel; fennel bulb | each fridge | - - - - | - | each=234g
Garlic; garlic bulb, head of garlic | each pantry | 1m 3d 1m - | 285
Ginger; ginger root, root ginger, fresh ginger | g fridge | 2d 2w 6m - | 286
Green bean; string bean, french bean, runner bean, haricot vert | g fridge | - 3d 8m - | 273 | cup=100g
Green pea; fresh pea, garden pea, pea | g fridge | - 3d 8m - | 273 | cup=145g
Iceberg lettuce; iceberg | each fridge | - 1w - - | 290 | each=539g
Jicama | each pantry | 4m 2w - - | 492
Kale; curly kale, cavolo nero, lacinato kale | g fridge | - 3d 8m - | 423
Kohlrabi | each fridge | - 1w 8m - | 494
Leek | each fridge | - 1w 10m - | 289 | each=89g
Lemongrass; lemon grass | each fridge | - 7d 6m - | 505
Lettuce; leaf lettuce, butterhead lettuce, head of lettuce, lollo rosso | each fridge | - 3d - - | 291
Mushroom; button mushroom, chestnut mushroom, cremini, portobello, white mushroom | g fridge | - 3d 10m - | 292 | cup=70g, each=18g
Okra; ladies' fingers | g fridge | 1d 2d 10m - | 293 | cup=100g
Onion; brown onion, yellow onion, white onion, red onion | each pantry | 1m 2m 10m - | 294 | each=110g, cup=160g
Parsnip | each fridge | - 2w 10m - | 279
Potato; white potato, baking potato, new potato, russet potato | g pantry | 1m 1w 10m - | 297 | each=213g
Pumpkin | each pantry | 2m 3m - - | 298
Radicchio; red chicory | each fridge | - 2w - - | 674
Radish | g fridge | - 10d - - | 299 | cup=116g
Romaine lettuce; romaine, cos lettuce, little gem | each fridge | - 1w - - | 290 | each=626g
Rutabaga; swede, neep | each fridge | 1w 2w 8m - | 301 | each=386g
Salad mix; salad, salad leaf, mixed salad, bagged salad, mixed leaves, spring mix, bagged greens | g fridge | - 3d - 2d | 415
Shallot | each pantry | - - - - | -
Snow pea; mangetout, sugar snap pea, sugar snap | g fridge | - 3d 8m - | 273
Spaghetti squash | each pantry | 2m 1w - - | 596
Spinach; baby spinach, leaf spinach, fresh spinach | g fridge | - 3d - - | 291 | cup=30g
Spring onion; scallion, green onion, salad onion | each fridge | 1m 1w 10m - | 295 | each=15g
Sweet potato; yam | each pantry | 2w - - - | 422 | each=130g
Taro | each pantry | 7d 2d - - | 305
Tomato; vine tomato, beef tomato, salad tomato | each pantry | - - 2m - | 306 | each=123g, cup=180g
Turnip | each fridge | - 2w 8m - | 307 | each=122g
Zucchini; courgette, summer squash | each fridge | - 1w 10m - | 547 | each=196g
Basil; fresh basil | g pantry | 5d 10d - - | 509
Chives; fresh chives | g fridge | 1w 2w - - | 512
Cilantro; coriander, fresh coriander, coriander leaf | g fridge | 1w 2w - - | 506
Dill; fresh dill, fresh herbs | g fridge | - 7d 1m - | 288
Mint; fresh mint | g fridge | 1w 2w - - | 507
Parsley; fresh parsley, flat-leaf parsley | g fridge | - 2d 3m - | 611
Rosemary; fresh rosemary | g fridge | 1w 2w - - | 511
Thyme; fresh thyme | g fridge | 1w 2w - - | 513
`,
  ],
  [
    'Bakery',
    `
Bread; white bread, loaf of bread, sliced bread, sandwich bread, toast bread | each pantry | 14d - 3m 2w | 195
Bagel | each pantry | 1d - 3m - | 449 | each=105g
Baguette; french bread, french stick | each pantry | - - - - | -
Bread roll; roll, dinner roll, bun, burger bun, hamburger bun, hot dog bun | each pantry | 14d - 3m 2w | 195
Breadcrumbs; bread crumb, panko | g pantry | 6m - - - | 643 | cup=108g
Cake; sponge cake, cupcake | each pantry | 3d - 6m 7d | 197
Cheesecake | each fridge | - - 3m 5d | 198
Cookie dough | g fridge | - - 2m - | 247
Corn tortilla | each pantry | 25d 60d - - | 553
Crouton | g pantry | 5m 5m 11m - | 682
Doughnut; donut | each pantry | 1d - - 2d | 202
English muffin | each pantry | 14d - 3m 2w | 195 | each=57g
Fruit pie; apple pie, cherry pie | each pantry | 1d - 8m 1w | 207
Muffin; blueberry muffin | each pantry | 3d - 3m - | 452
Pastry; danish pastry, danish, croissant | each pantry | 5d - - - | 204
Pie crust; shortcrust pastry, pastry dough | each fridge | - - 2m - | 554
Pita bread; pita, pitta, flatbread, naan, naan bread | each pantry | 14d - 3m 2w | 195
Pizza dough; bread dough, frozen dough | g freezer | - 3d 1y - | 309
Puff pastry; filo pastry, phyllo | each freezer | - - 1y - | 551
Pumpkin pie | each fridge | - - 1m 3d | 210
Tortilla; flour tortilla, wrap | each pantry | 3m - 6m 3m | 196
Whole wheat bread; wholemeal bread, wholegrain bread, brown bread | each pantry | 3d - 3m - | 461
`,
  ],
  [
    'Meat',
    `
Bacon; streaky bacon, back bacon, bacon rasher, lardons | g fridge | - 1w 1m 1w | 79
Beef; stewing beef, diced beef, beef cube, braising steak | g fridge | - 3d 4m - | 41
Beef roast; beef joint, brisket, chuck roast, roast beef joint | g fridge | - 3d 4m - | 39
Beef short rib; short rib | g fridge | - 3d 4m - | 42
Beef steak; steak, sirloin steak, ribeye steak, fillet steak, rump steak | g fridge | - 3d 4m - | 40
Bison; buffalo meat | g fridge | - 3d 6m - | 621
Bratwurst; fresh bratwurst | each fridge | - 2d 2m - | 638
Canadian bacon | g fridge | - 2w 2m - | 518
Chicken; whole chicken, roasting chicken | each fridge | - 1d 1y - | 113
Chicken breast; chicken fillet, chicken breast fillet | g fridge | - 1d 9m - | 117
Chicken thigh; chicken leg, chicken drumstick, drumstick | g fridge | - 1d 9m - | 118
Chorizo; cooking chorizo | g fridge | - 1w 1m - | 631
Corned beef; salt beef | g fridge | - 5d 1m - | 81
Duck; whole duck, duckling | each fridge | - 1d 6m - | 123
Goat meat; goat | g fridge | - 3d 4m - | 70
Goose | each fridge | - 1d 6m - | 125
Ground beef; minced beef, beef mince, mince, hamburger meat | g fridge | - 1d 3m - | 43
Ground chicken; minced chicken, chicken mince | g fridge | - 1d 3m - | 115
Ground lamb; minced lamb, lamb mince | g fridge | - 1d 3m - | 50
Ground pork; minced pork, pork mince | g fridge | - 1d 3m - | 73
Ground turkey; minced turkey, turkey mince | g fridge | - 1d 3m - | 115
Ham; cooked ham, ham joint, gammon | g fridge | - 1w 1m - | 83
Hot dog; frankfurter, wiener | each fridge | - 2w 1m 1w | 98
Lamb; leg of lamb, lamb leg, lamb shoulder | g fridge | - 3d 4m - | 46
Lamb chop; lamb cutlet | g fridge | - 3d 4m - | 51
Liver; calf's liver, lamb's liver, tongue, offal | g fridge | - 1d 3m - | 77
Pork; pork shoulder, pork roast, pork joint | g fridge | - 3d 4m - | 74
Pork chop; pork loin chop | g fridge | - 3d 4m - | 64
Pork rib; spare rib, sparerib | g fridge | - 3d 4m - | 72
Pork tenderloin; pork fillet | g fridge | - 3d 4m - | 67
Rabbit | each fridge | - 2d 9m - | 595
Sausage; pork sausage, fresh sausage, breakfast sausage, banger | each fridge | - 1d 1m - | 102
Smoked sausage; kielbasa, cooked sausage | g fridge | - 1w 1m - | 103
Turkey; whole turkey | each fridge | - 1d 1y - | 114
Turkey bacon | g fridge | - 2w 2m 7d | 431
Turkey breast; turkey fillet | g fridge | - 1d 9m - | 120
Veal; veal cutlet | g fridge | - 3d 4m - | 57
Venison | g fridge | - 3d 4m - | 76
`,
  ],
  [
    'Seafood',
    `
Catfish | g fridge | - 1d 2m - | 146
Caviar; fish roe | g fridge | - 1w - 2d | 147
Clam | g fridge | - 1d 2m - | 157
Cod; cod fillet | g fridge | - 1d 6m - | 144
Crab; crab leg | g fridge | - 2d 9m - | 156
Crab meat; crabmeat | g fridge | - 1d 2m - | 154
Haddock; haddock fillet | g fridge | - 1d 6m - | 144
Halibut | g fridge | - 1d 6m - | 144
Lobster; live lobster | each fridge | - 1d - - | 158
Mackerel; mackerel fillet | g fridge | - 1d 2m - | 146
Mussel | g fridge | - 1d 2m - | 157
Oyster | each fridge | - 1d 2m - | 157
Pickled herring; rollmop, herring in wine sauce | g fridge | - 4m - - | 163
Pollock | g fridge | - 1d 4m - | 145
Salmon; salmon fillet | g fridge | - 1d 2m - | 146
Scallop | g fridge | - 1d 6m - | 150
Shrimp; prawn, king prawn, crayfish | g fridge | - 1d 6m - | 151
Smoked mackerel; smoked fish, kipper | g fridge | - 14d 9m - | 164
Smoked salmon; lox, cold-smoked salmon | g fridge | - 14d 9m - | 166
Sole; flounder, lemon sole | g fridge | - 1d 6m - | 144
Squid; calamari | g fridge | - 1d 6m - | 152
Surimi; crab stick, imitation crab | g fridge | - - 9m - | 149
Tuna steak; fresh tuna | g fridge | - 1d 2m - | 146
`,
  ],
  [
    'Deli',
    `
Chicken salad | g fridge | - 3d - - | 418
Coleslaw; slaw | g fridge | - 3d - - | 603
Cooked fish | g fridge | - 3d 1m - | 148
Cooked pasta | g fridge | - 3d 1m - | 177
Cooked rice; leftover rice | g fridge | - 4d 6m - | 178
Egg salad | g fridge | - 3d - - | 190
Fresh salsa; pico de gallo | g fridge | - 4d - - | 572
Fruit salad; cut fruit | g fridge | - - - 4d | 179
Guacamole | g fridge | - 3d 3m - | 180
Hummus; houmous | g fridge | - 3m - 7d | 181
Kimchi | g fridge | - 6m - - | 493
Leftovers; leftover meal, cooked vegetables | g fridge | - 3d 1m - | 174
Leftovers with meat; leftover meat, leftover stew | g fridge | - 3d 2m - | 173
Lunch meat; luncheon meat, cold cut | g fridge | - 2w 1m 3d | 192
Pasta salad | g fridge | - 3d - - | 420
Pastrami | g fridge | - 40d - - | 665
Pâté; liver pâté | g fridge | - 1d 1m - | 188
Pepperoni; hard salami | g fridge | - 2w 1m - | 104
Potato salad | g fridge | - 3d - - | 191
Prosciutto; parma ham, serrano ham | g fridge | - 2m 1m - | 675
Quiche | each fridge | - - 2m 3d | 211
Ready meal; prepared meal | each fridge | - 3d 2m - | 185
Rotisserie chicken; roast chicken, cooked chicken | each fridge | - 3d 4m - | 141
Salami | g fridge | - 2w 1m 3d | 516
Sliced chicken; deli chicken | g fridge | - 2w 1m 3d | 517
Sliced ham; deli ham, lunch ham | g fridge | - 2w 1m 3d | 515
Sliced turkey; deli turkey | g fridge | - 2w 1m 3d | 514
Soup; fresh soup, homemade soup, stew | ml fridge | - 3d 2m - | 193
Tuna salad; seafood salad | g fridge | - 3d - - | 417
`,
  ],
  [
    'Dairy & Eggs',
    `
Milk; whole milk, semi-skimmed milk, skimmed milk, skim milk, 2% milk, fresh milk, cow's milk | l fridge | - 1w 3m - | 27 ask | cup=244g
Almond milk; almond drink | l fridge | - - - 7d | 427
Blue cheese; stilton, gorgonzola, roquefort | g fridge | - - - - | -
Boiled egg; hard-boiled egg | each fridge | - 1w - - | 23 | each=50g
Brie; camembert, soft cheese | g fridge | - 1w 6m - | 7
Butter; salted butter, unsalted butter | g fridge | - 1m 6m - | 1 | cup=227g
Buttermilk | ml fridge | - 1w 3m - | 2 | cup=245g
Cheddar; cheddar cheese, hard cheese, cheese | g fridge | - 6m 6m 3w | 3 | cup=113g
Cheese curd | g fridge | - 2w 4m - | 628
Cheese slice; sliced cheese, processed cheese, american cheese | g fridge | - 3w - - | 6
Coconut drink; coconut milk beverage | l fridge | - - - 7d | 429
Coffee creamer; creamer | ml fridge | - 3w - - | 8
Cottage cheese | g fridge | - 2w - 1w | 9 | cup=226g
Cream cheese | g fridge | - 2w - - | 10 | cup=232g
Crème fraîche | ml fridge | - - - - | -
Egg; hen's egg, free-range egg | each fridge | - 3w - - | 21 | each=50g
Egg substitute; liquid egg | ml fridge | - 7d - 3d | 17
Egg white; egg yolk, raw egg white | g fridge | - 2d 1y - | 22
Eggnog | ml fridge | - 3d 6m - | 20
Feta; feta cheese | g fridge | - 1w 6m - | 7
Ghee; clarified butter | g pantry | 6m 1y - - | 649
Goat cheese; chèvre | g fridge | - 1w 6m - | 7
Grated cheese; shredded cheese, grated cheddar, grated mozzarella | g fridge | - 1m 3m - | 5 | cup=113g
Grated parmesan; shredded parmesan | g fridge | - 1y - - | 4 | cup=100g
Half and half | ml fridge | - 3d 4m - | 13 | cup=242g
Heavy cream; double cream, whipping cream, cream | ml fridge | - 10d 3m - | 14 | cup=238g
Kefir | ml fridge | - 1w - 1d | 25
Lactose-free milk | l fridge | - - - 1w | 543 | cup=244g
Light cream; single cream | ml fridge | - 1w 3m - | 15 | cup=240g
Margarine; baking spread | g fridge | - 6m 1y - | 26
Mozzarella; fresh mozzarella, mozzarella cheese | g fridge | - 1w 6m - | 7
Oat milk; oat drink | l fridge | - - - - | -
Parmesan; parmigiano reggiano, grana padano, parmesan cheese | g fridge | - 6m 6m 3w | 3
Powdered milk; milk powder, dried milk | g pantry | 3y - - 3m | 465
Pudding; chocolate pudding, dessert pot | g fridge | - - - 2d | 28
Quark | g fridge | - 7d - - | 546
Rice milk; rice drink | l fridge | - - - 7d | 428
Ricotta; ricotta cheese | g fridge | - 2w - 1w | 490 | cup=246g
Sour cream; soured cream | ml fridge | - 1w - - | 29 ask | cup=230g
Soy milk; soya milk, soy drink | l fridge | - - - 7d | 421
String cheese | each fridge | - 5m - - | 544
Swiss cheese; emmental, gruyère | g fridge | - 6m 6m 3w | 3
UHT milk; long-life milk, shelf-stable milk | l pantry | 6m - - 5d | 644 | cup=244g
Vegan cheese | g fridge | - 4m - 3d | 545
Whipped cream; squirty cream, aerosol cream | ml fridge | - 3w - - | 30
Yogurt; yoghurt, plain yogurt, natural yoghurt, greek yogurt, greek yoghurt, fruit yogurt | g fridge | - 1w 1m - | 33 | cup=245g
`,
  ],
  [
    'Frozen',
    `
Chicken nugget; chicken patty | g freezer | - - 1m - | 134
Fish finger; fish stick, breaded fish | each freezer | - - 18m - | 311
French fries; fries, frozen chips, oven chips, hash brown, tater tot | g freezer | - - 1y - | 313
Frozen berries; mixed berries | g freezer | - - 10m - | 315
Frozen broccoli | g freezer | - 3d 10m - | 331
Frozen corn; frozen sweetcorn | g freezer | - 3d 10m - | 331
Frozen edamame | g freezer | - - 2y - | 641
Frozen fish; frozen fish fillet | g freezer | - 3d 6m - | 312
Frozen fruit; frozen mango | g freezer | - - 10m - | 315
Frozen meal; frozen dinner, tv dinner, frozen entree | each freezer | - - 1y - | 330
Frozen pea; petits pois | g freezer | - 3d 10m - | 331 | cup=134g
Frozen pizza; pizza | each freezer | - 3d 1y - | 571
Frozen shrimp; frozen prawn | g freezer | - 3d 1y - | 325
Frozen spinach | g freezer | - 3d 10m - | 331
Frozen vegetables; mixed vegetables, frozen mixed vegetables | g freezer | - 3d 10m - | 331
Ice cream; gelato | ml freezer | - - 6m - | 317
Ice pop; ice lolly, popsicle | each freezer | - - 9m - | 318
Juice concentrate; frozen orange juice | ml freezer | - - 2y - | 319
Sorbet; sherbet | ml freezer | - - 9m - | 324
Waffle; frozen waffle, pancake, frozen pancake | each freezer | - - 3m - | 321
Whipped topping | g freezer | - 2w 14m - | 32
`,
  ],
  [
    'Grains & Pasta',
    `
Pasta; dried pasta, spaghetti, penne, macaroni, fusilli, linguine, farfalle, rigatoni | g pantry | 2y - - 1y | 335
Amaranth | g pantry | 4m - 8m - | 575
Barley; pearl barley | g pantry | 6m - 1y - | 577 | cup=200g
Brown rice; wholegrain rice | g pantry | 1y - - 1y | 339 | cup=185g
Buckwheat | g pantry | 2m - 4m - | 579
Bulgur; bulgur wheat | g pantry | 6m - - - | 637 | cup=140g
Couscous | g pantry | - - - - | - | cup=173g
Dried black bean; dry black bean | g pantry | 1y - - 1y | 333 | cup=194g
Dried chickpea; dry chickpea, dried garbanzo bean | g pantry | 1y - - 1y | 333 | cup=200g
Dried kidney bean; dry kidney bean | g pantry | 1y - - 1y | 333 | cup=184g
Dried pinto bean; pinto bean | g pantry | 1y - - 1y | 333 | cup=193g
Dried white bean; dried haricot bean, dried cannellini bean, navy bean, dried bean | g pantry | 1y - - 1y | 333
Egg noodle; noodle | g pantry | 2y - - 1m | 336
Farro | g pantry | 6m - 1y - | 581
Fresh pasta; ravioli, tortellini | g fridge | - 1d 2m - | 332
Grits; hominy grits | g pantry | 1y - - - | 627
Lasagne sheet; lasagna, lasagne, lasagna noodle | g pantry | 2y - - 1y | 335
Lentil; red lentil, green lentil, brown lentil, puy lentil, dal | g pantry | 1y - - 1y | 334 | cup=192g
Millet | g pantry | 2m - 4m - | 583 | cup=200g
Mung bean | g pantry | 1y 1y 1y - | 680
Quinoa | g pantry | 2y - - - | 425 | cup=170g
Rice; white rice, long-grain rice, basmati rice, basmati, jasmine rice | g pantry | 2y - - 1y | 338 | cup=185g
Risotto rice; arborio rice, arborio | g pantry | 2y - - 1y | 338
Split pea; dried pea | g pantry | 1y - - 1y | 337 | cup=197g
Wild rice | g pantry | 2y - - 1y | 338 | cup=160g
`,
  ],
  [
    'Baking',
    `
Flour; plain flour, all-purpose flour, white flour, wheat flour | g pantry | 6m - - 6m | 222 | cup=125g
Almond extract | ml pantry | 2y - - 1y | 527
Baking chocolate; dark chocolate, cooking chocolate, chocolate chip | g pantry | 1y - - 1y | 216
Baking powder | g pantry | 6m - - 3m | 212 | tsp=4.6g
Baking soda; bicarbonate of soda, bicarb | g pantry | 2y - - 6m | 213 | tsp=4.6g
Bread flour; strong flour, strong white flour | g pantry | 6m - - 6m | 222
Brown sugar; demerara sugar, muscovado sugar | g pantry | - - - 18m | 239 | cup=220g
Buckwheat flour | g pantry | 1m - 2m - | 580
Cake mix; brownie mix, bread mix | g pantry | 1y - - - | 215
Chocolate syrup; chocolate sauce | ml pantry | 2y - - 6m | 376
Cocoa powder; cocoa, unsweetened cocoa | g pantry | - - - 1y | 217 | cup=86g
Coconut flour | g fridge | - 9m 9m - | 654
Corn syrup | ml pantry | 3y - - - | 650 | cup=341g
Cornmeal; polenta | g pantry | 6m - - 2y | 218
Cornstarch; cornflour | g pantry | 18m - - 18m | 220 | cup=128g
Frosting; icing | g pantry | 10m - - 2w | 224
Gelatin | g pantry | 3y - - - | 226
Honey; clear honey, runny honey | g pantry | 2y - - - | 345 | cup=339g
Jelly mix; flavoured gelatin, jelly cube | g pantry | 10m - - 3m | 225
Maple syrup | ml pantry | 2y 18m - - | 534 | cup=315g
Marshmallow | g pantry | 1y - - 1m | 381
Molasses; treacle | g pantry | 1y - - 6m | 384 | cup=337g
Pancake mix; biscuit mix, pancake batter mix | g pantry | 9m - - - | 214
Powdered sugar; icing sugar, confectioners' sugar | g pantry | - - - 18m | 241 | cup=120g
Pudding mix; custard powder | g pantry | 1y - - 3m | 395
Rye flour | g pantry | 3m - 6m - | 588
Self-raising flour; self-rising flour | g pantry | 6m - - 6m | 222 | cup=125g
Shortening; vegetable shortening, vegetable fat | g pantry | 1y - - 6m | 230
Shredded coconut; desiccated coconut, coconut flake | g pantry | 1y - 1y 8m | 257 | cup=93g
Soy flour; soya flour | g pantry | 2m 6m - - | 170
Spelt flour | g pantry | 3m - 6m - | 592
Sugar; white sugar, granulated sugar, caster sugar | g pantry | - - - 18m | 240 | cup=200g
Sugar substitute; sweetener, stevia | g pantry | 2y - - - | 242
Tapioca; tapioca pearl | g pantry | 1y - - 1y | 243
Vanilla extract; vanilla, vanilla essence | ml pantry | 2y - - 1y | 530
Whole wheat flour; wholemeal flour | g pantry | 3m - - 6m | 223 | cup=120g
Yeast; dried yeast, instant yeast, baker's yeast | g pantry | 2y - 6m 4m | 561
`,
  ],
  [
    'Canned Goods',
    `
Anchovy; anchovy fillet, canned anchovy | g pantry | 5y - 2m 3d | 673
Applesauce; apple sauce, apple purée | g pantry | 1y - - 7d | 370 | cup=244g
Baked bean; beans in tomato sauce, canned beans, tinned beans | each pantry | 2y - - 3d | 372
Canned black bean; black bean, tinned black bean | each pantry | 2y - - 3d | 372
Canned chicken | each pantry | 5y - - 3d | 142
Canned chickpea; chickpea, garbanzo bean, garbanzo, tinned chickpea | each pantry | 2y - - 3d | 372
Canned corn; sweetcorn, corn, tinned sweetcorn, canned sweetcorn | each pantry | 2y - - 3d | 372
Canned fruit; tinned fruit, fruit cocktail, canned peach, tinned peach | each pantry | 1y - - 5d | 373
Canned kidney bean; kidney bean, red kidney bean, tinned kidney bean | each pantry | 2y - - 3d | 372
Canned meat; tinned meat | each pantry | 5y - - 3d | 111
Canned pea; tinned pea | each pantry | 2y - - 3d | 372
Canned pineapple; tinned pineapple, pineapple chunk | each pantry | 1y - - 5d | 373
Canned salmon; tinned salmon | each pantry | 2y - - 3d | 372
Canned soup; tinned soup | each pantry | 2y - - 3d | 372
Canned tomato; tinned tomato, chopped tomatoes, crushed tomatoes, peeled tomatoes | each pantry | 1y - - 5d | 373 | cup=240g
Canned tuna; tuna, tinned tuna | each pantry | 3y - - 3d | 618 372
Canned white bean; cannellini bean, haricot bean, butter bean, white bean | each pantry | 2y - - 3d | 372
Caper | g pantry | - - - - | 614
Coconut cream | ml pantry | 2y - 3m 4d | 601
Coconut milk; canned coconut milk, tinned coconut milk | ml pantry | 2y - 3m 4d | 602 | cup=226g
Condensed milk; sweetened condensed milk | ml pantry | 1y - - 4d | 383 | cup=306g
Cranberry sauce | g pantry | 2y - - 1w | 565
Evaporated milk | ml pantry | 1y - - 4d | 383 | cup=252g
Olive; green olive, black olive, kalamata olive | g pantry | 1y - - 2w | 352
Passata; strained tomatoes | ml pantry | 1y - - 5d | 373
Pickle; gherkin, dill pickle, pickled cucumber | g pantry | 1y - - 1m | 353
Pickled beet; pickled beetroot | g pantry | 1y - - 1m | 633
Refried bean | each pantry | 3y - - 2d | 499
Roasted red pepper | g fridge | - 4m - - | 458
Sardine; canned sardine, tinned sardine | each pantry | 1y - - 1d | 619
Sauerkraut | g pantry | 1y - - 5d | 373
Sun-dried tomato; sundried tomato | g pantry | 1y - - 3m | 397
Tomato paste; tomato purée, tomato concentrate | g pantry | 27m - 2m 5d | 501 | cup=262g
`,
  ],
  [
    'Condiments & Sauces',
    `
Alfredo sauce; cream sauce, cheese sauce | ml pantry | 6m - - - | 342
Almond butter | g pantry | 1y - - - | 466
Barbecue sauce; bbq sauce | ml pantry | 1y - - 4m | 340
Beef stock; beef broth | ml pantry | - 7d 2m 3d | 485 | cup=240g
Black bean sauce | ml pantry | 18m - - 3m | 433
Cashew butter | g pantry | 3m - - - | 467
Chicken stock; chicken broth, stock, broth, bone broth | ml pantry | - 7d 2m 3d | 486 | cup=240g
Chocolate hazelnut spread; hazelnut spread, chocolate spread | g pantry | - - - - | 615
Chutney; mango chutney | g pantry | 1y - - 1m | 341
Creamy dressing; ranch dressing, caesar dressing | ml pantry | 6m - - 3w | 623
Curry paste; thai red curry paste, thai curry paste | g pantry | 2y - - 5d | 560
Fish sauce | ml pantry | - - - - | -
Gravy | ml pantry | 2y - - 1d | 344
Gravy mix; gravy granules | g pantry | 2y - - - | 343
Hoisin sauce | ml pantry | 18m - - 3m | 435
Horseradish; horseradish sauce | g fridge | - 1y - 3m | 346
Hot sauce; sriracha, chilli sauce | ml pantry | 6m - - - | 559
Jam; preserve, marmalade, strawberry jam, jelly, fruit spread | g pantry | 6m - - 6m | 347 | cup=320g
Ketchup; tomato ketchup, catsup | ml pantry | 1y - - 6m | 348 | cup=240g
Marinade | ml pantry | 1y - - 6m | 349
Mayonnaise; mayo | ml pantry | 3m - - 2m | 350 | cup=220g
Miso; miso paste | g fridge | - 1y - - | 169
Mustard; dijon mustard, wholegrain mustard, yellow mustard | g pantry | 1y - - 1y | 351 | cup=249g
Oyster sauce | ml pantry | 18m - - 3m | 434
Pasta sauce; spaghetti sauce, marinara sauce, tomato sauce | ml pantry | 18m - - 4d | 359 | cup=245g
Peanut butter | g pantry | 6m - - 2m | 387 | cup=258g
Pesto | g fridge | - 6m 1m 3d | 354
Relish; pickle relish | g pantry | 30m 9m - - | 500
Salad dressing; vinaigrette, french dressing, italian dressing | ml pantry | 10m - - 1m | 356
Salsa; jarred salsa, taco sauce | g pantry | 1y - - 1m | 357
Sauce mix; taco seasoning mix | g pantry | 2y - - - | 358
Soy sauce; tamari, soya sauce | ml pantry | 3y - - 1m | 360 | cup=255g
Stock cube; bouillon cube, bouillon | each pantry | 1y - - 1y | 396
Syrup; pancake syrup | ml pantry | 1y - - 6m | 398
Tahini; sesame paste | g pantry | 1y - - 3w | 416 | cup=240g
Tamarind paste | g pantry | 6m - - 6m | 231
Tapenade; olive tapenade | g pantry | 9m 9m - - | 502
Teriyaki sauce | ml pantry | 3y - - 1m | 360
Vegetable stock; vegetable broth | ml pantry | - 7d 2m 3d | 487 | cup=240g
Worcestershire sauce; worcester sauce | ml pantry | 1y - - - | 362
`,
  ],
  [
    'Spices & Herbs',
    `
Allspice; ground allspice | g pantry | 2y - - 2y | 238
Bay leaf | each pantry | 1y - - 1y | 236
Black pepper; pepper, ground pepper, ground black pepper | g pantry | 2y - - - | 469
Cajun seasoning | g pantry | 1y - - - | 471
Cardamom; cardamom pod | g pantry | 3y - - 3y | 237
Cayenne pepper; cayenne | g pantry | 2y - - 2y | 238
Chili flakes; chilli flakes, red pepper flakes, crushed red pepper | g pantry | 2y - - 2y | 238
Chili powder; chilli powder | g pantry | 2y - - 2y | 232
Cinnamon; ground cinnamon | g pantry | 3y - - - | 472
Cinnamon stick | each pantry | 3y - - 3y | 237
Clove; whole clove | g pantry | 3y - - 3y | 237
Cumin; ground cumin, cumin seed | g pantry | 3y - - - | 473
Curry powder | g pantry | 1y - - 1y | 233
Dried basil | g pantry | 1y - - - | 508
Dried parsley | g pantry | 1y - - 1y | 236
Dried rosemary | g pantry | 1y - - 1y | 236
Dried thyme | g pantry | 1y - - 1y | 236
Garam masala | g pantry | 1y - - - | 598
Garlic powder; garlic granules | g pantry | 3y - - - | 474
Ground coriander; coriander powder | g pantry | 2y - - 2y | 238
Ground ginger; ginger powder | g pantry | 2y - - 2y | 238
Italian seasoning; mixed herbs, herbes de provence | g pantry | 1y - - 1y | 233
Mustard powder; dry mustard | g pantry | 6m - 1y - | 684
Nutmeg; ground nutmeg | g pantry | 3y - - - | 476
Onion powder | g pantry | 3y - - - | 475
Oregano; dried oregano | g pantry | 1y - - 1y | 236
Paprika; smoked paprika, sweet paprika | g pantry | 2y - - 2y | 238
Peppercorn; whole black pepper | g pantry | 3y - - 3y | 237
Salt; table salt, sea salt, fine salt | g pantry | - - - - | 468 | tsp=6g
Sesame seed | g pantry | 5y - - - | 613 | cup=144g
Star anise | each pantry | 3y - - 3y | 237
Turmeric; ground turmeric | g pantry | 2y - - 2y | 238
`,
  ],
  [
    'Oils & Vinegars',
    `
Apple cider vinegar; cider vinegar | ml pantry | - - - - | 557 | cup=239g
Avocado oil | ml pantry | 2y - - 6m | 668
Balsamic vinegar; balsamic | ml pantry | 3y - - 18m | 669 | cup=255g
Canola oil; rapeseed oil | ml pantry | 1y - - - | 520 | cup=218g
Coconut oil | g pantry | 3y - - - | 454 | cup=218g
Cooking spray; oil spray | ml pantry | 2y - - 1y | 229
Duck fat; goose fat | g fridge | - 30d - - | 524
Grapeseed oil | ml pantry | 1y - - - | 523 | cup=218g
Olive oil; extra virgin olive oil | ml pantry | 6m - - 3m | 227 | cup=216g
Nut oil; peanut oil, groundnut oil, walnut oil | ml pantry | 6m - - 3m | 228
Rice vinegar | ml pantry | 2y - - - | 361
Sesame oil | ml pantry | 2y - - 6m | 612 | cup=218g
Sunflower oil | ml pantry | 1y - - - | 522 | cup=218g
Vegetable oil; cooking oil, oil | ml pantry | 6m - - 3m | 227 | cup=218g
Vinegar; white vinegar, distilled vinegar, malt vinegar | ml pantry | 2y - - - | 361 | cup=238g
Wine vinegar; red wine vinegar, white wine vinegar | ml pantry | 2y - - - | 361
`,
  ],
  [
    'Snacks & Sweets',
    `
Almond; whole almond, flaked almond | g pantry | 4m 8m 10m - | 438 | cup=143g
Cashew; cashew nut | g pantry | 2w 6m 1y - | 439 | cup=137g
Chia seed | g pantry | 18m - - - | 573
Chocolate; chocolate bar, milk chocolate | g pantry | - - - - | -
Cookie; biscuit | g pantry | 4m - 8m - | 200
Cracker; saltine | g pantry | 8m - 3m 1m | 377
Dried apricot | g pantry | 6m - - 1m | 379
Dried cranberry | g pantry | 6m - - 1m | 379
Dried fruit; dried mango, mixed dried fruit | g pantry | 6m - - 1m | 379
Flaxseed; linseed | g pantry | 2y - - - | 503 | cup=168g
Graham cracker; animal cracker | g pantry | 6m - - - | 378
Granola bar; cereal bar | each pantry | 6m - - - | 658
Gummy candy; gummy bear, fruit snack | g pantry | 6m - - - | 380
Jerky; beef jerky | g pantry | 1y - - 2m | 109
Macadamia; macadamia nut | g pantry | 2w 1y 2y - | 440
Microwave popcorn | each pantry | 6m - - 1d | 391
Mixed nuts; nut, roasted nuts | g pantry | 1y - 6m 2m | 386
Peanut; shelled peanut | g pantry | 4w 1y 2y - | 442 | cup=146g
Pecan; pecan nut | g pantry | 2w 9m 2y - | 444 | cup=99g
Pine nut | g pantry | 2w 3m 9m - | 653
Pistachio; pistachio nut | g pantry | 3w 1y 2y - | 445 | cup=123g
Popcorn; popcorn kernel, popping corn | g pantry | 2y - - 1y | 389
Pork rind; pork scratching | g pantry | 4m - - - | 556
Potato chip; potato crisp, crisp | g pantry | 2m - - 1w | 392
Pretzel | g pantry | 4m - - 3w | 394
Pumpkin seed; pepita | g pantry | 6m 6m - - | 604 | cup=129g
Raisin; sultana | g pantry | 6m - - 1m | 379 | cup=145g
Sunflower seed | g pantry | 1y - - - | 608 | cup=140g
Toaster pastry | each pantry | 6m - - 1w | 399
Tortilla chip; nacho chip | g pantry | - - - - | -
Walnut; walnut half | g pantry | 2w 9m 2y - | 446 | cup=100g
`,
  ],
  [
    'Breakfast',
    `
Breakfast cereal; cereal, cornflakes, corn flakes | g pantry | 6m - - 2m | 374
Granola; muesli | g pantry | 6m - - - | 555
Oats; rolled oats, porridge oats, oatmeal, quick oats | g pantry | 1y - - 6m | 375 | cup=81g
`,
  ],
  [
    'Beverages',
    `
Apple cider; fresh cider | l fridge | 2d 2w - - | 662
Beer; lager, ale | each fridge | - - - - | -
Carrot juice | ml fridge | - 6d 1y - | 538
Coconut water | ml pantry | 1y - - 1d | 660
Coffee beans; whole bean coffee | g pantry | 3m - - 3m | 400
Cream liqueur; irish cream | ml pantry | 6m - - - | 540
Drink mix; powdered drink | g pantry | 18m - - 1m | 403
Fruit juice; juice, apple juice, fruit punch | l pantry | 3w - - 7d | 404 | cup=248g
Ground coffee; coffee, filter coffee | g pantry | 2y - 6m 2w | 541
Hot chocolate; drinking chocolate, cocoa mix | g pantry | - - - 1y | 217
Instant coffee; coffee granules | g pantry | 1y - - 2m | 402
Lemon juice; bottled lemon juice | ml pantry | 1y - - 2m | 448
Lime juice; bottled lime juice | ml pantry | 1y - - 2m | 447
Loose tea; loose-leaf tea | g pantry | 2y - - 6m | 412
Nutrition drink; protein shake, meal replacement drink | each pantry | 2y - - 2d | 558
Orange juice | l fridge | - - 8m 7d | 455 | cup=248g
Red wine; wine | ml pantry | 3y - - 1d | 462
Soda; cola, soft drink, fizzy drink, tonic water | l pantry | - - - 2d | 407
Spirits; liquor, vodka, whisky, whiskey, gin, rum | ml pantry | - - - - | 539
Tea; tea bag, black tea, green tea, herbal tea | each pantry | 18m - - 6m | 410
Vegetable juice; tomato juice | l pantry | 18m - - - | 567
Water; mineral water, bottled water, sparkling water | l pantry | - - - - | 413 | cup=237g
White wine; rosé, rosé wine | ml pantry | 1y - - 1d | 463
`,
  ],
  [
    'Plant Proteins',
    `
Seitan | g fridge | - - - - | -
Tempeh | g freezer | - 3d 6m - | 328
Textured soy protein; textured vegetable protein, tvp, soya mince | g pantry | 2y - - 3m | 171
Tofu; bean curd, silken tofu, firm tofu | g fridge | - 1w 5m - | 168
Vegetarian sausage; vegan sausage, vegan hot dog | each freezer | - 3d 1m - | 326
Vegetarian mince; vegan mince, soy crumbles | g freezer | - 3d 1m - | 326
Veggie burger; vegan burger, meatless burger | each freezer | - 3d 1y - | 327
`,
  ],
  [
    'Baby',
    `
Baby cereal; baby rice | g pantry | - - - 1m | 367
Baby food; baby food jar, baby food pouch, baby purée | each pantry | - - - 2d | 363
Infant formula; baby formula, formula milk, ready-to-feed formula | ml pantry | - - - 2d | 369
`,
  ],
]

const daysIn: Record<string, number> = { d: 1, w: 7, m: 30, y: 365 }
function days(span: string | undefined): number | null {
  if (span === '-') return null
  const [, count, unit = ''] = /^(\d+)([dwmy])$/.exec(span ?? '') ?? []
  const length = daysIn[unit]
  if (count === undefined || length === undefined) throw new Error(`No length of time: ${span}`)
  return Number(count) * length
}

/** Parses `each=182g, cup=125g`. */
function weights(text: string | undefined): Conversion[] {
  if (text === undefined) return []
  return text.split(', ').map((part) => {
    const [, from, grams] = /^([a-z_]+)=([\d.]+)g$/.exec(part) ?? []
    const factor = Number(grams)
    if (!isUnit(from) || !(factor > 0)) throw new Error(`Not a weight: ${part}`)
    return { from, to: 'g', factor }
  })
}

/** Returns a name as a key of letters, digits and hyphens. */
export const slug = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

function readRow(category: string, row: string): BuiltInFood {
  const [names = '', defaults = '', spans = '', source, conversions] = row.split(' | ')
  const [name = '', others] = names.split('; ')
  const [unit, storage = ''] = defaults.split(' ')
  const [pantryDays, fridgeDays, freezerDays, openedDays] = spans.split(' ').map(days)
  if (pantryDays === undefined || fridgeDays === undefined || freezerDays === undefined || openedDays === undefined) {
    throw new Error(`Four lengths of time are needed: ${row}`)
  }
  const defaultStorage = storages.find((one) => one.toLowerCase() === storage)
  if (!isUnit(unit) || !defaultStorage) throw new Error(`A unit and a storage are needed: ${row}`)
  return {
    key: slug(name),
    name,
    aliases: others?.split(', ') ?? [],
    category,
    defaultUnit: unit,
    defaultStorage,
    shelfLife: { pantryDays, fridgeDays, freezerDays, openedDays },
    conversions: weights(conversions),
    source: source === '-' ? 'No public figure' : source?.includes('ask') ? 'USDA FoodKeeper, AskUSDA' : 'USDA FoodKeeper',
  }
}

/** The built-in foods, by category. */
export const foods: readonly BuiltInFood[] = table.flatMap(([category, rows]) =>
  rows
    .trim()
    .split('\n')
    .map((row) => readRow(category, row)),
)
