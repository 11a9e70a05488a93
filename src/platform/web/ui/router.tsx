import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useDeferredValue,
  useMemo,
  useSyncExternalStore,
} from 'react'
import {
  addressOf,
  type BrowserLocation,
  currentLocation,
  currentPath,
  navigate,
  type Search,
  type SearchInput,
  watchLocation,
} from './browser-location.ts'

/** The app adds its paths as `paths`, so that no link leads nowhere. */
// biome-ignore lint/suspicious/noEmptyInterface: filled where the pages are listed.
export interface KnownPages {}
/** A path of the app, without search parameters. */
export type PagePath = KnownPages extends { paths: infer Path extends string } ? Path : string

interface Router {
  shown: BrowserLocation | null
  preload: (path: PagePath) => void
}

const RouterContext = createContext<Router>({ shown: null, preload: () => {} })

/**
 * Gives pages their address. They see a new one when they are rendered for it, and the page before stays until then, so that a tap never
 * waits for a page's code. `preload` is called with the path of a link that will probably be followed.
 */
export function LocationProvider({ preload, children }: { preload?: Router['preload']; children: ReactNode }) {
  const shown = useDeferredValue(useCurrentLocation())
  const router = useMemo(() => ({ shown, preload: preload ?? (() => {}) }), [shown, preload])
  return <RouterContext value={router}>{children}</RouterContext>
}

/** Returns where the browser is, before the page for it is shown. */
export const useCurrentLocation = (): BrowserLocation => useSyncExternalStore(watchLocation, currentLocation)

/** Returns the path that the browser is at, before the page for it is shown. */
export const useCurrentPath = (): string => useSyncExternalStore(watchLocation, currentPath)

/** Returns the address of the page shown. */
export const useShownLocation = (): BrowserLocation => use(RouterContext).shown ?? currentLocation()

/** Returns the search parameters of the page shown. */
export const useSearch = (): Search => useShownLocation().search

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: PagePath
  search?: SearchInput | undefined
}

/** A link to a page of the app. */
export function Link({ to, search, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const { preload } = use(RouterContext)
  return (
    <a
      {...rest}
      href={addressOf({ to, ...(search && { search }) })}
      onPointerEnter={(event: PointerEvent<HTMLAnchorElement>) => {
        onPointerEnter?.(event)
        preload(to)
      }}
      onFocus={(event: FocusEvent<HTMLAnchorElement>) => {
        onFocus?.(event)
        preload(to)
      }}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event)
        // The browser opens tabs and windows.
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        navigate({ to, ...(search && { search }) })
      }}
    />
  )
}
