export { RecipeOffer } from './recipe-offer/recipe-offer.tsx'
