export { imageProblem } from './api.ts'
export { useReceiptReading } from './receipt/use-receipt-reading.ts'
