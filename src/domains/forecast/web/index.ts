export { StockQuestions } from './stock-questions/stock-questions.tsx'
