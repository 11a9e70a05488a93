/** Reads a recipe written as a description, ingredients after `-` and steps after `>`. */
export function parseRecipeText([description = '', ...lines]: readonly string[]) {
  const after = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1).trim())
  return { description, ingredients: after('-'), instructions: after('>') }
}
