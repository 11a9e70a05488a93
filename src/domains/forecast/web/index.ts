export { StockCheck } from './stock-check/stock-check-lazy.ts'
export { StockQuestions } from './stock-questions/stock-questions.tsx'
