import { translator } from '#platform/shared/text-table.ts'

/** Returns the name of a food, a product or a place of the demo and sample kitchens in a language. */
export const translateDemoName = translator(`
Apples | Äpfel | Pommes
Avocado | Avocados | Avocats
Bacon | Speck | Lardons
Bananas | Bananen | Bananes
Basil | Basilikum | Basilic
Bell pepper | Paprika | Poivrons
Birthday candles | Geburtstagskerzen | Bougies d’anniversaire
Black beans | Schwarze Bohnen | Haricots noirs
Blueberries | Heidelbeeren | Myrtilles
Bread | Brot | Pain
Broccoli | Brokkoli | Brocoli
Butter | Butter | Beurre
Canned tomatoes | Dosentomaten | Tomates en conserve
Carrots | Möhren | Carottes
Cheddar | Gouda | Comté
Chicken breast | Hähnchenbrust | Blanc de poulet
Chicken thigh | Hähnchenschenkel | Cuisses de poulet
Chickpeas | Kichererbsen | Pois chiches
Chocolate | Schokolade | Chocolat
Coconut milk | Kokosmilch | Lait de coco
Coffee | Kaffee | Café
Coffee beans | Kaffeebohnen | Café en grains
Cucumber | Gurke | Concombre
Dish soap | Spülmittel | Liquide vaisselle
Eggs | Eier | Œufs
Fish sticks | Fischstäbchen | Bâtonnets de poisson
Flour | Mehl | Farine
Garlic | Knoblauch | Ail
Ginger | Ingwer | Gingembre
Greek yogurt | Griechischer Joghurt | Yaourt grec
Ground beef | Rinderhack | Bœuf haché
Ham | Kochschinken | Jambon blanc
Heavy cream | Sahne | Crème liquide
Honey | Honig | Miel
Hummus | Hummus | Houmous
Ice cream | Eis | Glace
Lemons | Zitronen | Citrons
Lentils | Linsen | Lentilles
Lettuce | Kopfsalat | Laitue
Milk | Milch | Lait
Mozzarella | Mozzarella | Mozzarella
Mushrooms | Champignons | Champignons
Mustard | Senf | Moutarde
Oats | Haferflocken | Flocons d’avoine
Olive oil | Olivenöl | Huile d’olive
Onions | Zwiebeln | Oignons
Orange juice | Orangensaft | Jus d’orange
Parmesan | Parmesan | Parmesan
Pasta | Nudeln | Pâtes
Peanut butter | Erdnussbutter | Beurre de cacahuètes
Peas | Erbsen | Petits pois
Pesto | Pesto | Pesto
Potatoes | Kartoffeln | Pommes de terre
Puff pastry | Blätterteig | Pâte feuilletée
Rice | Reis | Riz
Risotto rice | Risottoreis | Riz à risotto
Salmon | Lachs | Saumon
Soy sauce | Sojasoße | Sauce soja
Sparkling water | Sprudelwasser | Eau gazeuse
Spinach | Spinat | Épinards
Strawberries | Erdbeeren | Fraises
Sugar | Zucker | Sucre
Tea | Tee | Thé
Tofu | Tofu | Tofu
Tomatoes | Tomaten | Tomates
Vegetable oil | Sonnenblumenöl | Huile de tournesol
Vegetable soup | Gemüsesuppe | Soupe de légumes
Zucchini | Zucchini | Courgettes
Fridge door | Kühlschranktür | Porte du frigo
Upper shelf | Oberes Fach | Clayette haute
Lower shelf | Unteres Fach | Clayette basse
Crisper | Gemüsefach | Bac à légumes
Top cupboard | Oberschrank | Placard du haut
Baking shelf | Backregal | Étagère à pâtisserie
Basement | Keller | Cave
Counter | Arbeitsplatte | Plan de travail
Top drawer | Schublade oben | Tiroir du haut
Middle drawer | Schublade Mitte | Tiroir du milieu
Bottom drawer | Schublade unten | Tiroir du bas
`)
