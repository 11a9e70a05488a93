/** A separate file, because the first load needs only this list. */
export const alertTypes = ['expired', 'expiring_soon', 'low_stock', 'waste_risk'] as const
export type AlertType = (typeof alertTypes)[number]
