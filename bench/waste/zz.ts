import { usual } from '#domains/forecast/rules/assumptions.ts'
import { predictWaste } from '#domains/forecast/rules/forecast.ts'
export const K: any = usual
export const predict = (h: any, k: any = usual) => predictWaste(h, k)
