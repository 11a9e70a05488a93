export { type ShownQuantity, useQuantityFormatter } from './api/use-quantity-formatter.ts'
/** Loaded on demand: few screens show a QR code. */
export const loadQrCode = () => import('./account/qr-code.tsx')
