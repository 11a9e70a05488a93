/** `starters` in German, in the same order: `# name | tags`, the description, ingredients after `-` and steps after `>`. */
export const germanStarters = `
# Spaghetti Carbonara | Pasta, schnell
Cremige Soße aus Ei und Käse, knuspriger Speck, viel Pfeffer. Ohne Sahne.
- 400 g Spaghetti
- 150 g Speck, in feinen Streifen
- 3 Eier
- 1 Eigelb
- 80 g Parmesan, fein gerieben
- 1 TL schwarzer Pfeffer
- Salz für das Nudelwasser
> Einen großen Topf Salzwasser aufkochen und die Spaghetti bissfest garen.
> Inzwischen den Speck bei mittlerer Hitze 6 bis 8 Minuten knusprig braten. Die Pfanne vom Herd nehmen.
> Eier, Eigelb, den größten Teil des Parmesans und den Pfeffer in einer Schüssel verquirlen.
> Die Spaghetti tropfnass zum Speck geben und eine Tasse Kochwasser aufheben.
> Abseits vom Herd die Eiermischung und etwas Kochwasser unterrühren, bis die Soße alle Nudeln überzieht. Mit dem restlichen Käse servieren.

# Hähnchenpfanne mit Gemüse | schnell, Feierabend
Eine heiße Pfanne, knackiges Gemüse und eine glänzende Soße aus Ingwer und Soja.
- 500 g Hähnchenbrust, in Streifen
- 1 EL Speisestärke
- 2 EL Pflanzenöl
- 1 Paprikaschote, in Streifen
- 200 g Brokkoli, in kleinen Röschen
- 2 Möhren, in dünnen Scheiben
- 3 Zehen Knoblauch, fein gehackt
- 20 g Ingwer, gerieben
- 60 ml Sojasoße
- 1 EL Honig
- 300 g Reis, als Beilage
> Den Reis aufsetzen. Das Hähnchen mit der Stärke und der Hälfte der Sojasoße mischen.
> Einen Löffel Öl in einer weiten Pfanne stark erhitzen und das Hähnchen 4 Minuten anbraten. Herausnehmen.
> Das restliche Öl, Möhren und Brokkoli 3 Minuten braten. Paprika, Knoblauch und Ingwer 2 Minuten mitbraten.
> Das Hähnchen mit der restlichen Sojasoße und dem Honig zurückgeben und 1 Minute schwenken, bis alles glänzt. Auf dem Reis servieren.

# Tomatensuppe mit Basilikum | Suppe, vegetarisch
Süße Zwiebeln, Dosentomaten und ein ganzer Bund Basilikum, fein püriert.
- 2 EL Olivenöl
- 2 Zwiebeln, gehackt
- 2 Zehen Knoblauch, zerdrückt
- 800 g Dosentomaten
- 500 ml Gemüsebrühe
- 1 TL Zucker
- 1 Bund Basilikum
- 60 ml Sahne
> Die Zwiebeln mit einer Prise Salz 10 Minuten im Öl weich dünsten. Den Knoblauch in der letzten Minute zugeben.
> Tomaten, Brühe und Zucker zugeben und 15 Minuten köcheln lassen.
> Das Basilikum mit den Stielen zugeben und pürieren. Die Sahne einrühren und abschmecken.

# Pilzrisotto | vegetarisch, Seelenfutter
Langsam gerührt, mit kalter Butter und Parmesan vollendet.
- 300 g Risottoreis
- 400 g Champignons, in Scheiben
- 1 Zwiebel, fein gehackt
- 60 g Butter
- 150 ml Weißwein
- 1,2 l Gemüsebrühe, heiß
- 60 g Parmesan, gerieben
- 2 EL Petersilie, gehackt
> Die Pilze in einem Drittel der Butter bei starker Hitze braun braten. Beiseitestellen.
> Die Zwiebel in einem weiteren Drittel weich dünsten, den Reis einrühren und 2 Minuten glasig werden lassen.
> Mit dem Wein ablöschen und einkochen. Die Brühe kellenweise unter Rühren zugeben, insgesamt etwa 18 Minuten.
> Vom Herd nehmen und die restliche Butter und den Parmesan unterschlagen. Pilze und Petersilie unterheben und zugedeckt 2 Minuten ruhen lassen.

# Nudelauflauf mit Spinat und Ricotta | Pasta, vegetarisch, gut vorzubereiten
Ein Blech Nudeln, das einen Beutel Spinat rettet, bevor er welkt.
- 400 g Penne
- 300 g Spinat
- 250 g Ricotta
- 500 g passierte Tomaten
- 2 Zehen Knoblauch, in Scheiben
- 2 EL Olivenöl
- 125 g Mozzarella
- 40 g Parmesan, gerieben
> Den Ofen auf 200 °C vorheizen. Die Penne 2 Minuten kürzer als angegeben kochen und den Spinat kurz vor dem Abgießen dazugeben.
> Den Knoblauch im Öl erwärmen, die passierten Tomaten zugeben und würzen.
> Nudeln, Spinat und Ricotta in einer Form mischen, die Soße darübergießen und mit zerzupftem Mozzarella und Parmesan bedecken.
> 20 Minuten backen, bis die Oberfläche stellenweise braun ist. 5 Minuten stehen lassen.

# Minestrone | Suppe, vegan, Resteküche
Was das Gemüsefach hergibt, mit Bohnen und kleinen Nudeln.
- 2 EL Olivenöl
- 1 Zwiebel, gewürfelt
- 2 Möhren, gewürfelt
- 2 Stangen Sellerie, gewürfelt
- 1 Zucchini, gewürfelt
- 400 g Dosentomaten
- 400 g weiße Bohnen aus der Dose, abgetropft
- 1,5 l Gemüsebrühe
- 100 g kleine Nudeln
- 100 g Grünkohl, in Streifen
> Zwiebel, Möhren und Sellerie 10 Minuten sanft im Öl dünsten.
> Zucchini, Tomaten, Bohnen und Brühe zugeben. 15 Minuten köcheln lassen.
> Nudeln und Grünkohl zugeben und 8 Minuten kochen, bis die Nudeln gar sind. Kräftig würzen.

# Gebratener Reis mit Ei | schnell, Resteküche
Das Beste, was dem Reis von gestern passieren kann.
- 400 g gekochter Reis, kalt
- 3 Eier
- 100 g TK-Erbsen
- 2 Frühlingszwiebeln, in Ringen
- 1 Möhre, fein gewürfelt
- 2 EL Pflanzenöl
- 2 EL Sojasoße
- 1 TL Sesamöl
> Die Eier mit einer Prise Salz verquirlen und in der Hälfte des Öls zu weichem Rührei braten. Herausnehmen.
> Die Möhre 2 Minuten im restlichen Öl braten, den Reis zugeben und bei starker Hitze 3 Minuten braten, dabei Klumpen zerdrücken.
> Erbsen, Eier und Frühlingszwiebeln unterrühren. Mit Sojasoße und Sesamöl würzen und sofort servieren.

# Dal aus roten Linsen | vegan, aus einem Topf
Linsen, die cremig zerfallen, mit Gewürzen, die zum Schluss im Öl aufblühen.
- 250 g rote Linsen
- 400 ml Kokosmilch
- 600 ml Gemüsebrühe
- 1 Zwiebel, gehackt
- 3 Zehen Knoblauch, in Scheiben
- 20 g Ingwer, gerieben
- 2 EL Pflanzenöl
- 2 TL Kreuzkümmel
- 1 TL Kurkuma
- 1 Limette
> Die Linsen abspülen. Mit Kokosmilch, Brühe und Kurkuma 20 Minuten köcheln lassen und ab und zu rühren.
> Die Zwiebel im Öl goldbraun braten. Knoblauch, Ingwer und Kreuzkümmel 1 Minute mitbraten.
> Mit dem Saft der Limette in die Linsen rühren. Salzen und 5 Minuten stehen lassen.

# Lachs mit Soja und Ingwer | Fisch, schnell
Lachs unter einer klebrigen Glasur mit knackigen grünen Bohnen.
- 2 Lachsfilets
- 200 g grüne Bohnen
- 3 EL Sojasoße
- 1 EL Honig
- 10 g Ingwer, gerieben
- 1 Zehe Knoblauch, gerieben
- 1 TL Sesamöl
- 1 TL Sesam
> Den Ofen auf 220 °C vorheizen. Sojasoße, Honig, Ingwer, Knoblauch und Sesamöl verrühren.
> Bohnen und Lachs auf ein Blech mit Backpapier legen und die Glasur über den Fisch geben.
> 12 Minuten backen. Mit Sesam bestreuen und servieren.

# Nudelsuppe mit Gemüse | Suppe, vegetarisch
Eine klare Ingwerbrühe, in die jedes Grün passt.
- 1,5 l Gemüsebrühe
- 200 g Eiernudeln
- 200 g Champignons, in Scheiben
- 150 g Spinat
- 1 Möhre, in feinen Stiften
- 20 g Ingwer, in Scheiben
- 2 EL Sojasoße
- 1 EL Reisessig
- 2 Frühlingszwiebeln, in Ringen
> Die Brühe mit Ingwer und Sojasoße 10 Minuten köcheln lassen. Den Ingwer herausnehmen.
> Nudeln, Pilze und Möhre zugeben und 4 Minuten kochen.
> Spinat und Essig einrühren und servieren, sobald die Blätter zusammengefallen sind. Mit Frühlingszwiebeln bestreuen.

# Tofu-Bowl mit Erdnusssoße | vegan
Knuspriger Tofu, Reis und Gurke unter einer warmen Erdnusssoße.
- 400 g Tofu, ausgedrückt und gewürfelt
- 2 EL Speisestärke
- 3 EL Pflanzenöl
- 250 g Reis
- 1 Gurke, in Scheiben
- 2 Möhren, geraspelt
- 80 g Erdnussbutter
- 2 EL Sojasoße
- 1 Limette
> Den Reis kochen. Den Tofu in der Stärke wenden und im Öl 10 Minuten rundum knusprig braten.
> Erdnussbutter, Sojasoße, den Saft der Limette und einige Löffel heißes Wasser zu einer Soße verrühren.
> Reis, Gemüse und Tofu in Schüsseln füllen und die Soße darübergießen.

# Tacos mit Rind | Familie, schnell
Würziges Hackfleisch, knackiger Salat und ein Löffel saure Sahne.
- 500 g Rinderhackfleisch
- 1 Zwiebel, fein gehackt
- 2 Zehen Knoblauch, zerdrückt
- 2 TL Kreuzkümmel
- 1 TL Paprikapulver
- 2 EL Tomatenmark
- 12 Maistortillas
- 1 Kopfsalat, in Streifen
- 2 Tomaten, gewürfelt
- 150 g saure Sahne
- 100 g Cheddar, gerieben
> Das Hackfleisch ohne Fett bei starker Hitze anbraten. Die Zwiebel zugeben und 5 Minuten braten.
> Knoblauch, Gewürze und Tomatenmark einrühren, eine kleine Tasse Wasser zugeben und 5 Minuten köcheln lassen.
> Die Tortillas erwärmen und mit Fleisch, Salat, Tomaten, Käse und saurer Sahne füllen.

# Chili mit schwarzen Bohnen | vegan, gut einzufrieren
Ein tiefer, rauchiger Topf, der morgen noch besser schmeckt.
- 2 EL Olivenöl
- 2 Zwiebeln, gehackt
- 1 Paprikaschote, gehackt
- 3 Zehen Knoblauch, zerdrückt
- 2 TL Kreuzkümmel
- 2 TL Paprikapulver
- 800 g Dosentomaten
- 800 g schwarze Bohnen aus der Dose, abgetropft
- 200 g Mais aus der Dose
- 20 g Zartbitterschokolade
> Zwiebeln und Paprika 10 Minuten im Öl weich dünsten. Knoblauch und Gewürze 1 Minute mitbraten.
> Tomaten und Bohnen zugeben und 25 Minuten köcheln lassen.
> Mais und Schokolade einrühren, 5 Minuten kochen und mit Salz und etwas Essig abschmecken.

# Enchiladas mit Hähnchen | überbacken
Gerollte Tortillas unter Tomatensoße und geschmolzenem Käse.
- 400 g Hähnchenbrust
- 8 Weizentortillas
- 500 g passierte Tomaten
- 1 Zwiebel, gehackt
- 2 TL Chilipulver
- 200 g Cheddar, gerieben
- 150 g saure Sahne
- 1 Bund Koriander, gehackt
> Das Hähnchen 15 Minuten in Salzwasser gar ziehen lassen und zerzupfen. Den Ofen auf 200 °C vorheizen.
> Die Zwiebel weich dünsten, Chilipulver und passierte Tomaten zugeben und 10 Minuten köcheln lassen.
> Das Hähnchen mit der sauren Sahne, der Hälfte des Käses und einer Kelle Soße mischen. Die Tortillas füllen und aufrollen.
> In eine Form legen, mit Soße und Käse bedecken und 20 Minuten backen. Mit Koriander bestreuen.

# Huevos Rancheros | Frühstück, vegetarisch
Eier, die direkt in der Pfanne mit würzigen Tomaten und Bohnen garen.
- 1 EL Olivenöl
- 1 Zwiebel, in Ringen
- 1 Chilischote, in Ringen
- 400 g Dosentomaten
- 200 g schwarze Bohnen aus der Dose, abgetropft
- 4 Eier
- 4 Maistortillas
- 1 Avocado, in Scheiben
> Zwiebel und Chili im Öl weich dünsten. Tomaten und Bohnen zugeben und 8 Minuten köcheln lassen.
> Vier Mulden formen, je ein Ei hineinschlagen und zugedeckt 4 Minuten garen.
> Mit warmen Tortillas und Avocado servieren.

# Quesadillas mit Süßkartoffel | vegetarisch
Süß und rauchig, mit knusprigem Rand.
- 2 Süßkartoffeln, gewürfelt
- 200 g schwarze Bohnen aus der Dose, abgetropft
- 1 TL Kreuzkümmel
- 8 Weizentortillas
- 200 g Cheddar, gerieben
- 1 Bund Koriander, gehackt
- 150 g Joghurt
> Die Süßkartoffeln 10 Minuten kochen, abgießen und mit Bohnen und Kreuzkümmel grob zerdrücken.
> Auf vier Tortillas streichen, mit Käse und Koriander bestreuen und mit den übrigen bedecken.
> In einer trockenen Pfanne 3 Minuten von jeder Seite rösten. In Stücke schneiden und mit Joghurt servieren.

# Griechischer Salat mit Kichererbsen | ohne Kochen, vegetarisch
Kalt, würzig und fertig, bevor das Brot geschnitten ist.
- 1 Gurke, gewürfelt
- 4 Tomaten, in Spalten
- 1 rote Zwiebel, in feinen Ringen
- 400 g Kichererbsen aus der Dose, abgetropft
- 200 g Feta
- 80 g Oliven
- 4 EL Olivenöl
- 1 EL Rotweinessig
- 1 TL Oregano
> Die Zwiebel mit dem Essig und einer Prise Salz mischen und 5 Minuten ziehen lassen.
> Gurke, Tomaten, Kichererbsen und Oliven zugeben. Mit Öl und Oregano anmachen.
> Den Feta darauflegen und servieren.

# Shakshuka | aus einer Pfanne, vegetarisch
Eier in einer dicken Soße aus Paprika und Tomaten.
- 2 EL Olivenöl
- 1 Zwiebel, in Ringen
- 2 Paprikaschoten, in Streifen
- 3 Zehen Knoblauch, in Scheiben
- 1 TL Kreuzkümmel
- 2 TL Paprikapulver
- 800 g Dosentomaten
- 6 Eier
- 100 g Feta
> Zwiebel und Paprika 12 Minuten langsam im Öl dünsten. Knoblauch und Gewürze 1 Minute mitbraten.
> Die Tomaten zugeben und etwa 8 Minuten dick einkochen.
> Die Eier hineinschlagen und zugedeckt 5 Minuten garen. Den Feta darüberbröseln.

# Zitronenhähnchen vom Blech | alles auf einem Blech
Alles gart zusammen, während du etwas anderes machst.
- 8 Hähnchenschenkel
- 800 g Kartoffeln, in Spalten
- 2 Zitronen
- 10 Zehen Knoblauch
- 3 EL Olivenöl
- 2 TL Oregano
- 100 g Oliven
> Den Ofen auf 210 °C vorheizen. Eine Zitrone in Spalten schneiden, die andere auspressen.
> Alles außer den Oliven auf einem großen Blech mit Zitronensaft, Öl, Oregano und Salz mischen.
> 40 Minuten backen und einmal wenden. Die Oliven zugeben und 5 Minuten weiterbacken.

# Ratatouille | vegan, gut vorzubereiten
Ein Berg Sommergemüse, geschmort, bis alles zusammengefunden hat.
- 1 Aubergine, gewürfelt
- 2 Zucchini, gewürfelt
- 2 Paprikaschoten, gewürfelt
- 1 Zwiebel, gehackt
- 3 Zehen Knoblauch, in Scheiben
- 800 g Dosentomaten
- 6 EL Olivenöl
- 1 TL Thymian
> Aubergine, Zucchini und Paprika nacheinander in je ein bis zwei Löffeln Öl anbraten.
> Zwiebel und Knoblauch im restlichen Öl weich dünsten, Tomaten und Thymian zugeben und 10 Minuten köcheln lassen.
> Das Gemüse wieder zugeben und 20 Minuten sanft schmoren. Warm gut, am nächsten Tag noch besser.

# Couscous mit Ofengemüse | vegan, Resteküche
Nimmt jedes Gemüse auf, das wegmuss.
- 300 g Couscous
- 1 Zucchini, gewürfelt
- 1 Aubergine, gewürfelt
- 1 rote Zwiebel, in Spalten
- 250 g Kirschtomaten
- 400 g Kichererbsen aus der Dose, abgetropft
- 4 EL Olivenöl
- 1 Zitrone
- 1 Bund Petersilie, gehackt
> Den Ofen auf 220 °C vorheizen. Gemüse und Kichererbsen mit der Hälfte des Öls und Salz mischen und 25 Minuten backen.
> Den Couscous mit 400 ml kochendem Wasser übergießen, 5 Minuten zugedeckt quellen lassen und mit dem restlichen Öl auflockern.
> Alles mit dem Saft der Zitrone und der Petersilie vermengen.

# Buttermilch-Pfannkuchen | Frühstück
Dick, weich und in Minuten aufgegessen.
- 250 g Mehl
- 2 EL Zucker
- 2 TL Backpulver
- 500 ml Buttermilch
- 2 Eier
- 50 g Butter, geschmolzen
- Ahornsirup, zum Servieren
> Mehl, Zucker und Backpulver mit einer Prise Salz mischen. Buttermilch, Eier und Butter in einer zweiten Schüssel verquirlen.
> Die flüssigen Zutaten kurz unter die trockenen rühren. Klümpchen dürfen sein. 5 Minuten ruhen lassen.
> Kellenweise in einer gebutterten Pfanne bei mittlerer Hitze 2 Minuten von jeder Seite backen. Mit Ahornsirup servieren.

# Klassische Burger | Familie, Grill
Locker geformt, spät gesalzen und nur einmal gewendet.
- 600 g Rinderhackfleisch
- 4 Burgerbrötchen
- 4 Scheiben Cheddar
- 1 Zwiebel, in Ringen
- 2 Tomaten, in Scheiben
- 1 Kopfsalat
- 4 EL Ketchup
- 4 EL Mayonnaise
> Aus dem Hackfleisch vier Fladen formen, etwas breiter als die Brötchen. Erst kurz vor dem Braten salzen.
> In einer sehr heißen Pfanne 3 Minuten braten. Wenden, den Käse auflegen und 2 Minuten weiterbraten.
> Die Brötchen rösten und die Burger mit Soßen, Salat, Tomate und Zwiebel zusammensetzen.

# Mac and Cheese | Seelenfutter, vegetarisch
Eine richtige Soße, eine braune Kruste.
- 350 g Makkaroni
- 50 g Butter
- 50 g Mehl
- 700 ml Milch
- 250 g Cheddar, gerieben
- 1 TL Senf
- 40 g Semmelbrösel
> Die Makkaroni 2 Minuten kürzer als angegeben kochen. Den Ofen auf 200 °C vorheizen.
> Die Butter schmelzen, das Mehl 2 Minuten einrühren und die Milch mit dem Schneebesen unterrühren. 5 Minuten köcheln lassen.
> Vom Herd nehmen und den größten Teil des Käses und den Senf darin schmelzen. In einer Form mit den Nudeln mischen.
> Mit Semmelbröseln und dem restlichen Käse bestreuen und 20 Minuten backen.

# Cobb Salad | Salat
Gute Dinge in Reihen; ein schönes Ende für übriges Hähnchen.
- 300 g Hähnchenbrust
- 4 Scheiben Speck
- 3 Eier
- 1 Kopf Römersalat
- 2 Tomaten, gewürfelt
- 1 Avocado, gewürfelt
- 80 g Blauschimmelkäse
- 4 EL Salatdressing
> Den Speck knusprig braten und das Hähnchen in seinem Fett 6 Minuten von jeder Seite braten. Die Eier 8 Minuten kochen.
> Den Salat auslegen und alles in Reihen daraufsetzen. Am Tisch anmachen.

# Bananenbrot | Backen, Resteküche
Für Bananen, die zum Essen zu reif sind.
- 3 Bananen, sehr reif
- 250 g Mehl
- 150 g Zucker
- 2 Eier
- 100 g Butter, geschmolzen
- 2 TL Backpulver
- 1 TL Zimt
- 60 g Walnüsse, gehackt
> Den Ofen auf 180 °C vorheizen. Die Bananen zerdrücken und Eier, Zucker und Butter unterschlagen.
> Mehl, Backpulver und Zimt unterheben, dann die Walnüsse.
> In einer ausgelegten Kastenform 55 Minuten backen. Ein Holzstäbchen soll sauber herauskommen. Vor dem Anschneiden abkühlen lassen.
`
