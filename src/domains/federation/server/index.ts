export { linkNamesOf } from './store/links.ts'
export { countOpenLinkedLoans, findLoans as findLinkedLoans, type ShownLoan as ShownLinkedLoan } from './store/loans.ts'
export { findOffer as findLinkedOffer, offersOf as listLinkedOffers, type ShownOffer as ShownLinkedOffer } from './store/offers.ts'
export { federationHistory } from './use-cases/history-handler.ts'
export {
  askLinked,
  changeLinkedLoan,
  findLinkedLoan,
  type LinkedLoanMove,
  listLinkedDebts,
  listLinkedLoans,
  settleLinkedLoans,
} from './use-cases/lend-to-linked.ts'
export type { FederationDeps } from './use-cases/link-access.ts'
