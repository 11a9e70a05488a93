import { say } from '#platform/shared/say.ts'

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
// An iPad and an Android name other systems too: the order decides.
const systems: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
const find = (names: readonly [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** A user agent as a person would say it: `Firefox on Android`; the program's own name where it is no browser. */
export function deviceName(userAgent: string): string {
  return browserName(userAgent) ?? /^([\w .-]{1,40})\//.exec(userAgent)?.[1] ?? say`Unknown device`
}

/** The same, without a word that the program chose itself; null where it names neither a browser nor a system. */
export function browserName(userAgent: string): string | null {
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)]
  return browser && system ? say`${browser} on ${system}` : (browser ?? system ?? null)
}
