const plain = 'abcdefghijklmnopqrstuvwxyz'
const marked = 'àɓçđéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýž'

const accented = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const small = letter.toLowerCase()
    const mark = marked[plain.indexOf(small)] ?? letter
    return letter === small ? mark : mark.toUpperCase()
  })

/** Returns `⟦Šéţţîñĝš ~~~⟧`: readable, a third longer, and distinguishable from untranslated text. Keeps tags. */
export function pseudoLocalize(text: string): string {
  const letters = text.replace(/<[^>]*>/g, '').length
  const accentedText = text
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : accented(part)))
    .join('')
  return `⟦${accentedText}${'~'.repeat(Math.ceil(letters / 3))}⟧`
}

/** Turns on pseudo-localization. Enable it with `localStorage['larder.language'] = 'pseudo'`. */
export function enablePseudoLocalization<Descriptor>(i18n: { _: (descriptor: Descriptor) => string }): void {
  const english = i18n._
  i18n._ = (descriptor) => pseudoLocalize(english(descriptor))
  document.documentElement.lang = 'en-XA'
}
