import { say } from '#platform/contract/say.ts'

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
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)]
  if (browser && system) return say`${browser} on ${system}`
  const program = /^([\w .-]{1,40})\//.exec(userAgent)?.[1]
  return browser ?? system ?? program ?? say`Unknown device`
}
