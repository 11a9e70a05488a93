/** Viewports. */
export const sizes = {
  phone: { width: 390, height: 844, isMobile: true, deviceScaleFactor: 1 },
  desktop: { width: 1280, height: 800, isMobile: false, deviceScaleFactor: 1 },
  /** The smallest supported phone. */
  narrow: { width: 320, height: 568, isMobile: true, deviceScaleFactor: 1 },
  /** A desktop at 200 %. */
  zoomed: { width: 640, height: 400, isMobile: false, deviceScaleFactor: 2 },
} as const
export type Size = keyof typeof sizes
export const looks = ['light', 'dark'] as const
export type Look = (typeof looks)[number]

/** `empty`: a new household. `small`: the demo household. `full`: thousands of everything, long names. */
export const states = ['empty', 'small', 'full'] as const
export type State = (typeof states)[number]

export interface Screen {
  readonly name: string
  readonly path: string
  /** For visitors who aren't signed in. */
  readonly isSignedOut?: true
  /** The accessible name of a button to press first. */
  readonly press?: RegExp
}

/** Every screen of the product. `{recipe}` is a recipe of the household. */
export const screens: readonly Screen[] = [
  { name: 'login', path: '/login', isSignedOut: true },
  { name: 'signup', path: '/signup', isSignedOut: true },
  { name: 'email-confirmation', path: '/email-confirmation', isSignedOut: true },
  { name: 'reset-password', path: '/reset-password?token=none', isSignedOut: true },
  { name: 'dashboard', path: '/' },
  { name: 'inventory', path: '/inventory' },
  { name: 'inventory-add', path: '/inventory/add' },
  { name: 'scan', path: '/scan' },
  { name: 'shopping-list', path: '/shopping-list' },
  { name: 'shop', path: '/shop' },
  { name: 'recipes', path: '/recipes' },
  { name: 'recipe', path: '/recipes?recipe={recipe}' },
  { name: 'cook', path: '/cook?recipe={recipe}' },
  { name: 'plan', path: '/plan' },
  { name: 'ingredients', path: '/ingredients' },
  { name: 'people', path: '/people' },
  { name: 'places', path: '/places' },
  { name: 'labels', path: '/labels' },
  { name: 'waste-report', path: '/waste-report' },
  { name: 'reports', path: '/reports' },
  { name: 'notifications', path: '/notifications' },
  { name: 'bell', path: '/settings', press: /^(Notifications|Mitteilungen|Benachrichtigungen)/ },
  { name: 'history', path: '/history' },
  { name: 'households', path: '/households' },
  { name: 'circles', path: '/circles' },
  { name: 'circles-requests', path: '/circles?tab=requests' },
  { name: 'available', path: '/available' },
  { name: 'borrow', path: '/borrow' },
  { name: 'borrow-incoming', path: '/borrow?tab=incoming' },
  { name: 'settings-units', path: '/settings' },
  { name: 'settings-profile', path: '/settings?tab=profile' },
  { name: 'settings-notifications', path: '/settings?tab=notifications' },
  { name: 'settings-data', path: '/settings?tab=data' },
  { name: 'admin', path: '/admin' },
  { name: 'not-found', path: '/no-such-page' },
]
