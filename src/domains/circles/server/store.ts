export * from './store/read.ts'
export * from './store/write.ts'
