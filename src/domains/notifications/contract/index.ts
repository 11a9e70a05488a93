/** `bell.ts` is separate because it is part of the first load; `channels.ts` is loaded with the settings. */
export * from './bell.ts'
export * from './channels.ts'
export * from './message-targets.ts'
export * from './push-actions.ts'
