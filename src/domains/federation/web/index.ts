export { LinksCard } from './links-card/links-card.tsx'
