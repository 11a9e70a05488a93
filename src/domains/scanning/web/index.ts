export { imageProblem } from './api.ts'
