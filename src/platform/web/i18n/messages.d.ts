declare module '*.po' {
  export const messages: Readonly<Record<string, import('#platform/shared/say.ts').Message>>
}
declare module '*.po?signed-out' {
  export const messages: Readonly<Record<string, import('#platform/shared/say.ts').Message>>
}
