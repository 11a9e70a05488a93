export { CatalogueCard } from './components/catalogue-card.tsx'
