export { AlertsPanel } from './alerts-panel/alerts-panel.tsx'
