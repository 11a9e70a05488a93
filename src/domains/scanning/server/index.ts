/** What other domains may use of what scanning has learned. */
export { knownBySight } from './store/learned.ts'
