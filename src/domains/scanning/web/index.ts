/** Loads the camera that reads codes. */
export const loadCameraView = async () => ({ default: (await import('./live-scan/camera-view.tsx')).CameraView })
export { imageProblem } from './api.ts'
export { useReceiptReading } from './receipt/use-receipt-reading.ts'
