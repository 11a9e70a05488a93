/** Returns a typed name with its first letter in upper case. */
export const capitalizeName = (name: string, locale: string): string => name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
