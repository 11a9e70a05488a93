/** The headings of a recipe's parts, in three languages. Each may end in a colon. */
const heading = (words: string, rest: number) => {
  const pattern = new RegExp(`^(?:${words})\\b[^.]{0,${rest}}$`, 'iu')
  return (text: string): boolean => text.length <= 70 && pattern.test(text.replace(/[:：]\s*$/, '').trim())
}

export const isIngredientsHeading = heading(
  "(?:the |recipe )?ingredients?|zutaten|ingr[eé]dients?|les ingr[eé]dients|you(?:'|’)?ll need|what you(?:'|’)?(?:ll)? need|shopping list|einkaufsliste",
  60,
)
export const isStepsHeading = heading(
  "(?:the |recipe |cooking )?(?:instructions?|directions?|method|steps?)|preparation|procedure|how to (?:make|cook|prepare)(?: it)?|zubereitung|anleitung|so (?:geht|wird)(?:'|’)?s|arbeitsschritte|pr[eé]paration|[eé]tapes?|la recette|r[eé]alisation|instructions de pr[eé]paration",
  40,
)
/** "Tip" and "note" begin steps too: `Tip the pasta into a dish`. */
export const isNotesHeading = heading(
  '(?:recipe )?notes|(?:recipe )?(?:note|tip)(?= ?(?:$|[:&]|for |on |about ))|tips|nutrition(?:al)?|hinweise?|tipps?|n[aä]hrwerte|astuces?|conseils?|equipment|utensils|storage',
  40,
)
