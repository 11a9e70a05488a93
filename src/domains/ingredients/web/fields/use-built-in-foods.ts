import { useEffect, useState } from 'react'
import { currentLanguage } from '#platform/web/i18n/language.ts'

type CategoryOf = (name: string) => string | undefined
const unknown: CategoryOf = () => undefined

/** Returns the category of a built-in food or product by name. The word list loads after the page and is then there offline, too. */
export function useBuiltInCategories(): CategoryOf {
  const [categoryOf, setCategoryOf] = useState<CategoryOf>(() => unknown)
  useEffect(() => {
    let isMounted = true
    import('../../rules/built-in/find-food.ts').then(
      ({ findBuiltInFood }) => isMounted && setCategoryOf(() => (name: string) => findBuiltInFood(name, currentLanguage())?.category),
      // The server decides the aisle anyway.
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [])
  return categoryOf
}
