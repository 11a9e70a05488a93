const plain = 'abcdefghijklmnopqrstuvwxyz'
const marked = 'àɓçđéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýž'

const accented = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const small = letter.toLowerCase()
    const mark = marked[plain.indexOf(small)] ?? letter
    return letter === small ? mark : mark.toUpperCase()
  })

/** Returns `⟦Šéţţîñĝš ~~~⟧`: readable, a third longer, and distinguishable from untranslated text. Keeps tags. */
export function pseudo(text: string): string {
  const letters = text.replace(/<[^>]*>/g, '').length
  const said = text
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : accented(part)))
    .join('')
  return `⟦${said}${'~'.repeat(Math.ceil(letters / 3))}⟧`
}

/** Turns on pseudo-localization. Enable it with `localStorage['larder.language'] = 'pseudo'`. */
export function speakPseudo<Said>(i18n: { _: (said: Said) => string }): void {
  const english = i18n._
  i18n._ = (said) => pseudo(english(said))
  document.documentElement.lang = 'en-XA'
}
