export { AlertsPanel } from './components/alerts-panel.tsx'
