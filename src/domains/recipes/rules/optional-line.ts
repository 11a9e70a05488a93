const words =
  /(?:^|[\s,;(])(?:optional(?:e[rs]?|ly)?|if (?:desired|wanted|you like)|nach (?:Belieben|Wunsch)|evtl|eventuell|wer mag|facultati(?:f|ve)s?|optionnel(?:le)?s?|éventuellement|si (?:désirée?s?|souhaitée?s?))(?:$|[\s,;.)])/iu
/** “Plus more, if desired” says it of something else. */
const ofMore = /(?:^|[\s(])(?:plus|more|extra|mehr|weitere[rsn]?)\s/iu

/** “Optional: 2 figs”. Alone, it is a heading. */
export const optionalLabel = /^(?:\(optional\)|(?:optional(?:ly)?|nach (?:Belieben|Wunsch)|facultatif|optionnel)\s{0,2}:)\s{0,8}(?=\S)/iu

/** Returns whether a line's remark says that the recipe works without it, in three languages. */
export const isOptional = (remark: string): boolean => words.test(remark) && !ofMore.test(remark)
