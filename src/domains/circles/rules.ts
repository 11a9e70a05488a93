/** What people of a circle are told of. `answered`: an ask was declined or taken back; `offer_over`: an offer can be taken no more. */
export const newsNames = ['invited', 'asked', 'answered', 'joined', 'offered', 'offer_over'] as const
export type NewsName = (typeof newsNames)[number]

/** What its words are made of; people stand in it by their ids. */
export interface NewsFacts {
  /** The circle's name at that moment: who is invited may not look it up. */
  circle?: string
  offer?: { id: string; food?: string; amount?: string }
  /** People of the circle whom it does not concern. */
  notFor?: readonly string[]
}
