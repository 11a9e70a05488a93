import { translator } from '#platform/shared/text-table.ts'

/** Returns what people of the demo call or tell something, in a language. */
export const demoText = translator(`
5 Elm Street | Ulmenweg 5 | 5 rue des Ormes
12 Elm Street | Ulmenweg 12 | 12 rue des Ormes
Neighbors on Elm Street | Nachbarn im Ulmenweg | Voisins de la rue des Ormes
For when one of us has too much of something | Wenn jemand von etwas zu viel hat | Pour partager ce qu’on a en trop
For a cake on Sunday. You’ll get a slice! | Für einen Kuchen am Sonntag. Du bekommst ein Stück! | Pour le gâteau de dimanche. Tu en auras une part !
Ratatouille tonight! | Heute Abend gibt’s Ratatouille! | Ratatouille ce soir !
Behind the milk all week | Stand die ganze Woche hinter der Milch | Resté toute la semaine derrière le lait
At the back of the drawer | Lag ganz hinten im Gemüsefach | Oublié au fond du bac
Bought too many | Zu viel gekauft | Acheté en trop
Went soft before we got to it | Wurde weich, bevor wir es verbraucht haben | Ramolli avant qu’on s’en serve
`)
