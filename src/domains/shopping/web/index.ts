export { ListCount } from './components/list-count.tsx'
export { useWakeLock } from './components/wake-lock.ts'
