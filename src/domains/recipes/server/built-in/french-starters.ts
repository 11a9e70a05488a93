/** `starters` in French, in the same order: `# name | tags`, the description, ingredients after `-` and steps after `>`. */
export const frenchStarters = `
# Spaghetti carbonara | pâtes, rapide
Une sauce onctueuse aux œufs et au fromage, du lard croustillant, beaucoup de poivre. Sans crème.
- 400 g de spaghetti
- 150 g de lard, en fines lanières
- 3 œufs
- 1 jaune d’œuf
- 80 g de parmesan, finement râpé
- 1 c. à c. de poivre noir
- Sel pour l’eau des pâtes
> Portez une grande casserole d’eau salée à ébullition et faites cuire les spaghetti al dente.
> Pendant ce temps, faites dorer le lard 6 à 8 minutes à feu moyen. Retirez la poêle du feu.
> Battez les œufs, le jaune, la plus grande partie du parmesan et le poivre dans un saladier.
> Versez les spaghetti dans la poêle avec le lard, en gardant une tasse d’eau de cuisson.
> Hors du feu, incorporez les œufs et un peu d’eau de cuisson jusqu’à ce que la sauce nappe les pâtes. Servez avec le reste du fromage.

# Poêlée de poulet aux légumes | rapide, soir de semaine
Une poêle bien chaude, des légumes croquants et une sauce brillante au gingembre et au soja.
- 500 g de blanc de poulet, en lanières
- 1 c. à s. de fécule de maïs
- 2 c. à s. d’huile végétale
- 1 poivron, en lanières
- 200 g de brocoli, en bouquets
- 2 carottes, en fines rondelles
- 3 gousses d’ail, hachées
- 20 g de gingembre, râpé
- 60 ml de sauce soja
- 1 c. à s. de miel
- 300 g de riz, pour accompagner
> Lancez le riz. Mélangez le poulet avec la fécule et la moitié de la sauce soja.
> Faites chauffer une cuillerée d’huile dans une grande poêle et saisissez le poulet 4 minutes. Réservez-le.
> Ajoutez le reste de l’huile, les carottes et le brocoli et faites sauter 3 minutes. Ajoutez le poivron, l’ail et le gingembre pour 2 minutes.
> Remettez le poulet, versez le reste de la sauce soja et le miel et mélangez 1 minute jusqu’à ce que tout brille. Servez sur le riz.

# Soupe de tomates au basilic | soupe, végétarien
Des oignons fondants, des tomates en conserve et tout un bouquet de basilic, mixés finement.
- 2 c. à s. d’huile d’olive
- 2 oignons, hachés
- 2 gousses d’ail, écrasées
- 800 g de tomates en conserve
- 500 ml de bouillon de légumes
- 1 c. à c. de sucre
- 1 bouquet de basilic
- 60 ml de crème entière
> Faites fondre les oignons 10 minutes dans l’huile avec une pincée de sel. Ajoutez l’ail à la dernière minute.
> Ajoutez les tomates, le bouillon et le sucre et laissez mijoter 15 minutes.
> Ajoutez le basilic avec ses tiges et mixez. Incorporez la crème, goûtez et assaisonnez.

# Risotto aux champignons | végétarien, réconfortant
Remué lentement, fini avec du beurre froid et du parmesan.
- 300 g de riz à risotto
- 400 g de champignons, émincés
- 1 oignon, finement haché
- 60 g de beurre
- 150 ml de vin blanc
- 1,2 l de bouillon de légumes, chaud
- 60 g de parmesan, râpé
- 2 c. à s. de persil, haché
> Faites dorer les champignons à feu vif dans un tiers du beurre. Réservez-les.
> Faites fondre l’oignon dans un autre tiers, ajoutez le riz et remuez 2 minutes jusqu’à ce qu’il devienne translucide.
> Versez le vin et laissez-le s’évaporer. Ajoutez le bouillon louche par louche en remuant, pendant environ 18 minutes.
> Hors du feu, incorporez le reste du beurre et le parmesan. Ajoutez les champignons et le persil, couvrez et laissez reposer 2 minutes.

# Gratin de penne aux épinards et à la ricotta | pâtes, végétarien, à préparer à l’avance
Un plat de pâtes qui sauve un sachet d’épinards avant qu’il ne se fane.
- 400 g de penne
- 300 g d’épinards
- 250 g de ricotta
- 500 g de coulis de tomate
- 2 gousses d’ail, en lamelles
- 2 c. à s. d’huile d’olive
- 125 g de mozzarella
- 40 g de parmesan, râpé
> Préchauffez le four à 200 °C. Faites cuire les penne 2 minutes de moins qu’indiqué et ajoutez les épinards juste avant d’égoutter.
> Faites tiédir l’ail dans l’huile, ajoutez le coulis et assaisonnez.
> Mélangez les pâtes, les épinards et la ricotta dans un plat, nappez de sauce et couvrez de mozzarella déchirée et de parmesan.
> Enfournez 20 minutes, jusqu’à ce que le dessus dore par endroits. Laissez reposer 5 minutes.

# Minestrone | soupe, végan, restes
Tout ce que contient le bac à légumes, avec des haricots et de petites pâtes.
- 2 c. à s. d’huile d’olive
- 1 oignon, en dés
- 2 carottes, en dés
- 2 branches de céleri, en dés
- 1 courgette, en dés
- 400 g de tomates en conserve
- 400 g de haricots blancs en conserve, égouttés
- 1,5 l de bouillon de légumes
- 100 g de pâtes, petites
- 100 g de chou kale, émincé
> Faites suer doucement l’oignon, les carottes et le céleri dans l’huile pendant 10 minutes.
> Ajoutez la courgette, les tomates, les haricots et le bouillon. Laissez mijoter 15 minutes.
> Ajoutez les pâtes et le chou kale et faites cuire encore 8 minutes, jusqu’à ce que les pâtes soient cuites. Assaisonnez bien.

# Riz sauté aux œufs | rapide, restes
Ce qui peut arriver de mieux au riz de la veille.
- 400 g de riz cuit, froid
- 3 œufs
- 100 g de petits pois surgelés
- 2 oignons nouveaux, émincés
- 1 carotte, en petits dés
- 2 c. à s. d’huile végétale
- 2 c. à s. de sauce soja
- 1 c. à c. d’huile de sésame
> Battez les œufs avec une pincée de sel et brouillez-les doucement dans la moitié de l’huile. Réservez-les.
> Faites revenir la carotte 2 minutes dans le reste de l’huile, ajoutez le riz et faites-le sauter 3 minutes à feu vif en écrasant les grumeaux.
> Ajoutez les petits pois, les œufs et les oignons nouveaux. Assaisonnez de sauce soja et d’huile de sésame et servez aussitôt.

# Dal de lentilles corail | végan, une seule casserole
Des lentilles qui fondent en crème, relevées d’épices dorées dans l’huile.
- 250 g de lentilles corail
- 400 ml de lait de coco
- 600 ml de bouillon de légumes
- 1 oignon, haché
- 3 gousses d’ail, en lamelles
- 20 g de gingembre, râpé
- 2 c. à s. d’huile végétale
- 2 c. à c. de cumin
- 1 c. à c. de curcuma
- 1 citron vert
> Rincez les lentilles. Faites-les mijoter 20 minutes avec le lait de coco, le bouillon et le curcuma, en remuant de temps en temps.
> Faites dorer l’oignon dans l’huile. Ajoutez l’ail, le gingembre et le cumin pour 1 minute.
> Incorporez le tout aux lentilles avec le jus du citron vert. Salez et laissez reposer 5 minutes.

# Saumon au soja et au gingembre | poisson, rapide
Du saumon laqué et des haricots verts croquants.
- 2 filets de saumon
- 200 g de haricots verts
- 3 c. à s. de sauce soja
- 1 c. à s. de miel
- 10 g de gingembre, râpé
- 1 gousse d’ail, râpée
- 1 c. à c. d’huile de sésame
- 1 c. à c. de graines de sésame
> Préchauffez le four à 220 °C. Mélangez la sauce soja, le miel, le gingembre, l’ail et l’huile de sésame.
> Disposez les haricots et le saumon sur une plaque garnie de papier cuisson et nappez le poisson de sauce.
> Enfournez 12 minutes. Parsemez de sésame et servez.

# Soupe de nouilles aux légumes | soupe, végétarien
Un bouillon clair au gingembre qui accueille toutes les feuilles vertes.
- 1,5 l de bouillon de légumes
- 200 g de nouilles aux œufs
- 200 g de champignons, émincés
- 150 g d’épinards
- 1 carotte, en fins bâtonnets
- 20 g de gingembre, en lamelles
- 2 c. à s. de sauce soja
- 1 c. à s. de vinaigre de riz
- 2 oignons nouveaux, émincés
> Faites frémir le bouillon 10 minutes avec le gingembre et la sauce soja. Retirez le gingembre.
> Ajoutez les nouilles, les champignons et la carotte et faites cuire 4 minutes.
> Ajoutez les épinards et le vinaigre et servez dès que les feuilles sont tombées, avec les oignons nouveaux.

# Bowl de tofu aux cacahuètes | végan
Du tofu croustillant, du riz et du concombre sous une sauce tiède aux cacahuètes.
- 400 g de tofu, pressé et coupé en dés
- 2 c. à s. de fécule de maïs
- 3 c. à s. d’huile végétale
- 250 g de riz
- 1 concombre, en rondelles
- 2 carottes, râpées
- 80 g de beurre de cacahuète
- 2 c. à s. de sauce soja
- 1 citron vert
> Faites cuire le riz. Roulez le tofu dans la fécule et faites-le dorer 10 minutes dans l’huile en le retournant.
> Fouettez le beurre de cacahuète, la sauce soja, le jus du citron vert et quelques cuillerées d’eau chaude.
> Garnissez des bols de riz, de légumes et de tofu et nappez de sauce.

# Tacos au bœuf | en famille, rapide
Du bœuf épicé, de la salade croquante et une cuillerée de crème aigre.
- 500 g de bœuf haché
- 1 oignon, finement haché
- 2 gousses d’ail, écrasées
- 2 c. à c. de cumin
- 1 c. à c. de paprika
- 2 c. à s. de concentré de tomate
- 12 tortillas de maïs
- 1 laitue, émincée
- 2 tomates, en dés
- 150 g de crème aigre
- 100 g de cheddar, râpé
> Faites dorer le bœuf à sec et à feu vif. Ajoutez l’oignon et faites cuire 5 minutes.
> Ajoutez l’ail, les épices et le concentré de tomate, puis une petite tasse d’eau, et laissez mijoter 5 minutes.
> Réchauffez les tortillas et garnissez-les de bœuf, de salade, de tomates, de fromage et de crème aigre.

# Chili aux haricots noirs | végan, se congèle bien
Un plat profond et fumé, encore meilleur le lendemain.
- 2 c. à s. d’huile d’olive
- 2 oignons, hachés
- 1 poivron, en dés
- 3 gousses d’ail, écrasées
- 2 c. à c. de cumin
- 2 c. à c. de paprika
- 800 g de tomates en conserve
- 800 g de haricots noirs en conserve, égouttés
- 200 g de maïs en conserve
- 20 g de chocolat noir
> Faites fondre les oignons et le poivron 10 minutes dans l’huile. Ajoutez l’ail et les épices pour 1 minute.
> Ajoutez les tomates et les haricots et laissez mijoter 25 minutes.
> Ajoutez le maïs et le chocolat, faites cuire 5 minutes et relevez de sel et d’un peu de vinaigre.

# Enchiladas au poulet | au four
Des tortillas roulées sous une sauce tomate et du fromage fondu.
- 400 g de blanc de poulet
- 8 tortillas de blé
- 500 g de coulis de tomate
- 1 oignon, haché
- 2 c. à c. de piment en poudre
- 200 g de cheddar, râpé
- 150 g de crème aigre
- 1 bouquet de coriandre, hachée
> Pochez le poulet 15 minutes dans de l’eau salée et effilochez-le. Préchauffez le four à 200 °C.
> Faites fondre l’oignon, ajoutez le piment et le coulis et laissez mijoter 10 minutes.
> Mélangez le poulet avec la crème aigre, la moitié du fromage et une louche de sauce. Garnissez et roulez les tortillas.
> Rangez-les dans un plat, couvrez de sauce et de fromage et enfournez 20 minutes. Parsemez de coriandre.

# Huevos rancheros | petit-déjeuner, végétarien
Des œufs pochés directement dans une poêlée de tomates épicées et de haricots.
- 1 c. à s. d’huile d’olive
- 1 oignon, émincé
- 1 piment rouge, en rondelles
- 400 g de tomates en conserve
- 200 g de haricots noirs en conserve, égouttés
- 4 œufs
- 4 tortillas de maïs
- 1 avocat, en tranches
> Faites fondre l’oignon et le piment dans l’huile. Ajoutez les tomates et les haricots et laissez mijoter 8 minutes.
> Creusez quatre puits, cassez un œuf dans chacun, couvrez et faites cuire 4 minutes.
> Servez avec des tortillas chaudes et de l’avocat.

# Quesadillas à la patate douce | végétarien
Doux et fumé, avec des bords croustillants.
- 2 patates douces, en dés
- 200 g de haricots noirs en conserve, égouttés
- 1 c. à c. de cumin
- 8 tortillas de blé
- 200 g de cheddar, râpé
- 1 bouquet de coriandre, hachée
- 150 g de yaourt
> Faites cuire les patates douces 10 minutes à l’eau, égouttez-les et écrasez-les grossièrement avec les haricots et le cumin.
> Étalez sur quatre tortillas, parsemez de fromage et de coriandre et couvrez avec les autres.
> Faites griller à sec 3 minutes de chaque côté. Coupez et servez avec le yaourt.

# Salade grecque aux pois chiches | sans cuisson, végétarien
Fraîche, vive et prête avant que le pain soit coupé.
- 1 concombre, en dés
- 4 tomates, en quartiers
- 1 oignon rouge, émincé
- 400 g de pois chiches en conserve, égouttés
- 200 g de feta
- 80 g d’olives
- 4 c. à s. d’huile d’olive
- 1 c. à s. de vinaigre de vin rouge
- 1 c. à c. d’origan
> Mélangez l’oignon avec le vinaigre et une pincée de sel et laissez reposer 5 minutes.
> Ajoutez le concombre, les tomates, les pois chiches et les olives. Assaisonnez d’huile et d’origan.
> Posez la feta dessus et servez.

# Shakshuka | une seule poêle, végétarien
Des œufs dans une sauce épaisse aux poivrons et aux tomates.
- 2 c. à s. d’huile d’olive
- 1 oignon, émincé
- 2 poivrons, en lanières
- 3 gousses d’ail, en lamelles
- 1 c. à c. de cumin
- 2 c. à c. de paprika
- 800 g de tomates en conserve
- 6 œufs
- 100 g de feta
> Faites cuire doucement l’oignon et les poivrons 12 minutes dans l’huile. Ajoutez l’ail et les épices pour 1 minute.
> Ajoutez les tomates et laissez épaissir environ 8 minutes.
> Cassez les œufs dedans, couvrez et faites cuire 5 minutes. Émiettez la feta dessus.

# Poulet au citron sur plaque | une seule plaque
Tout rôtit ensemble pendant que vous faites autre chose.
- 8 hauts de cuisse de poulet
- 800 g de pommes de terre, en quartiers
- 2 citrons
- 1 tête d’ail
- 3 c. à s. d’huile d’olive
- 2 c. à c. d’origan
- 100 g d’olives
> Préchauffez le four à 210 °C. Coupez un citron en quartiers et pressez l’autre.
> Mélangez tout sauf les olives sur une grande plaque avec le jus de citron, l’huile, l’origan et du sel.
> Faites rôtir 40 minutes en retournant une fois. Ajoutez les olives pour 5 minutes de plus.

# Ratatouille | végan, à préparer à l’avance
Une montagne de légumes d’été, mijotés jusqu’à ne faire qu’un.
- 1 aubergine, en dés
- 2 courgettes, en dés
- 2 poivrons, en dés
- 1 oignon, haché
- 3 gousses d’ail, en lamelles
- 800 g de tomates en conserve
- 6 c. à s. d’huile d’olive
- 1 c. à c. de thym
> Faites dorer l’aubergine, les courgettes et les poivrons l’un après l’autre, chacun dans une cuillerée ou deux d’huile.
> Faites fondre l’oignon et l’ail dans l’huile qui reste, ajoutez les tomates et le thym et laissez mijoter 10 minutes.
> Remettez les légumes et laissez cuire doucement 20 minutes. Bonne tiède, meilleure le lendemain.

# Couscous aux légumes rôtis | végan, restes
Accueille tous les légumes à finir.
- 300 g de couscous
- 1 courgette, en dés
- 1 aubergine, en dés
- 1 oignon rouge, en quartiers
- 250 g de tomates cerises
- 400 g de pois chiches en conserve, égouttés
- 4 c. à s. d’huile d’olive
- 1 citron
- 1 bouquet de persil, haché
> Préchauffez le four à 220 °C. Mélangez les légumes et les pois chiches avec la moitié de l’huile et du sel, et faites rôtir 25 minutes.
> Versez 400 ml d’eau bouillante sur la semoule, couvrez 5 minutes et égrenez-la avec le reste de l’huile.
> Mélangez le tout avec le jus du citron et le persil.

# Pancakes au lait ribot | petit-déjeuner
Épais, moelleux et disparus en quelques minutes.
- 250 g de farine
- 2 c. à s. de sucre
- 2 c. à c. de levure chimique
- 500 ml de lait ribot
- 2 œufs
- 50 g de beurre, fondu
- Sirop d’érable, pour servir
> Mélangez la farine, le sucre et la levure avec une pincée de sel. Battez le lait ribot, les œufs et le beurre dans un autre saladier.
> Incorporez les liquides aux poudres sans trop mélanger. Les grumeaux sont les bienvenus. Laissez reposer 5 minutes.
> Faites cuire par louches dans une poêle beurrée à feu moyen, 2 minutes de chaque côté. Servez avec le sirop d’érable.

# Burgers classiques | en famille, grillades
Façonnés sans serrer, salés au dernier moment et retournés une seule fois.
- 600 g de bœuf haché
- 4 pains à burger
- 4 tranches de cheddar
- 1 oignon, en rondelles
- 2 tomates, en rondelles
- 1 laitue
- 4 c. à s. de ketchup
- 4 c. à s. de mayonnaise
> Façonnez quatre steaks un peu plus larges que les pains. Salez-les juste avant la cuisson.
> Saisissez-les 3 minutes dans une poêle très chaude. Retournez-les, posez le fromage et faites cuire 2 minutes.
> Faites griller les pains et montez les burgers avec les sauces, la salade, la tomate et l’oignon.

# Mac and cheese | réconfortant, végétarien
Une vraie sauce, une croûte dorée.
- 350 g de macaroni
- 50 g de beurre
- 50 g de farine
- 700 ml de lait
- 250 g de cheddar, râpé
- 1 c. à c. de moutarde
- 40 g de chapelure
> Faites cuire les macaroni 2 minutes de moins qu’indiqué. Préchauffez le four à 200 °C.
> Faites fondre le beurre, ajoutez la farine en remuant 2 minutes, puis le lait en fouettant. Laissez mijoter 5 minutes.
> Hors du feu, faites fondre la plus grande partie du fromage et la moutarde dans la sauce. Mélangez aux pâtes dans un plat.
> Couvrez de chapelure et du reste du fromage et enfournez 20 minutes.

# Salade Cobb | salade
De bonnes choses en rangées ; une belle fin pour un reste de poulet.
- 300 g de blanc de poulet
- 4 tranches de lard
- 3 œufs
- 1 laitue romaine
- 2 tomates, en dés
- 1 avocat, en dés
- 80 g de fromage bleu
- 4 c. à s. de vinaigrette
> Faites griller le lard et faites cuire le poulet dans sa graisse, 6 minutes de chaque côté. Faites cuire les œufs 8 minutes.
> Étalez la salade et disposez tout en rangées. Assaisonnez à table.

# Banana bread | pâtisserie, restes
Pour les bananes trop mûres pour être mangées.
- 3 bananes, très mûres
- 250 g de farine
- 150 g de sucre
- 2 œufs
- 100 g de beurre, fondu
- 2 c. à c. de levure chimique
- 1 c. à c. de cannelle
- 60 g de noix, hachées
> Préchauffez le four à 180 °C. Écrasez les bananes et incorporez les œufs, le sucre et le beurre.
> Ajoutez la farine, la levure et la cannelle, puis les noix.
> Faites cuire 55 minutes dans un moule à cake garni de papier. Une lame doit ressortir propre. Laissez refroidir avant de couper.
`
