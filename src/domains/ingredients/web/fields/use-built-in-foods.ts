import { useEffect, useState } from 'react'
import { capitalizeName } from '#platform/shared/capitalize-name.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import type { BuiltInFood } from '../../contract/index.ts'
import type { NamedFood } from '../../rules/built-in/suggest-foods.ts'

export interface BuiltInFoods {
  /** Finds a built-in food or product by name. */
  foodOf: (name: string) => BuiltInFood | null
  /** Returns foods whose names have a word that starts with the text. */
  suggest: (text: string, limit: number) => NamedFood[]
  /** What most households buy. */
  basics: readonly NamedFood[]
  /** Spells a name that was typed in lower case. */
  spell: (name: string) => string
}

const unknown: BuiltInFoods = {
  foodOf: () => null,
  suggest: () => [],
  basics: [],
  spell: (name) => capitalizeName(name, currentLanguage()),
}

/** The built-in foods in the user's language. Once enabled, the word list loads after the page and is then there offline, too. */
export function useBuiltInFoods(isEnabled = true): BuiltInFoods {
  const [foods, setFoods] = useState(unknown)
  useEffect(() => {
    if (!isEnabled) return
    let isMounted = true
    Promise.all([import('../../rules/built-in/find-food.ts'), import('../../rules/built-in/suggest-foods.ts')]).then(
      ([{ findBuiltInFood }, { suggestFoods, suggestBasics, spellName }]) => {
        if (!isMounted) return
        const language = currentLanguage()
        setFoods({
          foodOf: (name) => findBuiltInFood(name, language),
          suggest: (text, limit) => suggestFoods(text, language, limit),
          basics: suggestBasics(language),
          spell: (name) => spellName(name, language),
        })
      },
      // The server knows them anyway.
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [isEnabled])
  return foods
}
