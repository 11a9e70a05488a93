import { useEffect, useState } from 'react'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import type { BuiltInFood } from '../../contract/index.ts'

type FoodOf = (name: string) => BuiltInFood | null
const unknown: FoodOf = () => null

/** Finds built-in foods and products by name. The word list loads after the page and is then there offline, too. */
export function useBuiltInFoods(): FoodOf {
  const [foodOf, setFoodOf] = useState<FoodOf>(() => unknown)
  useEffect(() => {
    let isMounted = true
    import('../../rules/built-in/find-food.ts').then(
      ({ findBuiltInFood }) => isMounted && setFoodOf(() => (name: string) => findBuiltInFood(name, currentLanguage())),
      // The server knows them anyway.
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [])
  return foodOf
}
