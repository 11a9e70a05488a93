import { say } from '#platform/shared/say.ts'

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
// In this order, because iPad and Android user agents also contain the names of other systems.
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

/** Returns a readable name for a user agent, e.g. `Firefox on Android`, or the program's name if it isn't a browser. */
export function deviceName(userAgent: string): string {
  return browserName(userAgent) ?? /^([\w .-]{1,40})\//.exec(userAgent)?.[1] ?? say`Unknown device`
}

/** Like `deviceName`, but uses known names only. Returns null if neither the browser nor the system is known. */
export function browserName(userAgent: string): string | null {
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)]
  return browser && system ? say`${browser} on ${system}` : (browser ?? system ?? null)
}
