/** What other domains may use of what scanning has learned. */
export { isKnownBySight } from './store/learned.ts'
