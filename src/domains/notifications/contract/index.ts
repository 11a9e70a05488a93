/** The bell is on every screen and comes with the first load; how one wants to be told comes with the settings. */
export * from './bell.ts'
export * from './channels.ts'
