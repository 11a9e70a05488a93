export { ListCount } from './components/list-count.tsx'
