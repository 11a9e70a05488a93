import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { PageLoading, Shell } from './shell.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(() => import('./error-pages.tsx'), 'NotFoundPage'),
})
const at = <const P extends string>(path: P) => ({ getParentRoute: () => root, path })

/** A page whose controls need the server. */
const onlinePage = (load: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => {
    const [{ NeedsServer }, Page] = await Promise.all([import('#platform/web/sync/needs-server.tsx'), load()])
    return {
      default: () => (
        <NeedsServer>
          <Page />
        </NeedsServer>
      ),
    }
  })

// Search parameters unknown to a page are ignored, so that a link never breaks it.
const openSearch = (search: Record<string, unknown>) => search

const routes = root.addChildren([
  createRoute({
    ...at('/'),
    component: lazyRouteComponent(() => import('#domains/dashboard/web/pages/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    ...at('/inventory'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('#domains/inventory/web/pages/inventory-page.tsx'), 'InventoryPage'),
  }),
  createRoute({
    ...at('/inventory/add'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('./add-item-route.tsx'), 'AddItem'),
  }),
  createRoute({
    ...at('/ingredients'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('./ingredients-screen.tsx'), 'IngredientsScreen'),
  }),
  createRoute({ ...at('/scan'), component: lazyRouteComponent(() => import('#domains/scanning/web/pages/scan-page.tsx'), 'ScanPage') }),
  createRoute({
    ...at('/shopping-list'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('#domains/shopping/web/pages/shopping-list-page.tsx'), 'ShoppingListPage'),
  }),
  createRoute({ ...at('/shop'), component: lazyRouteComponent(() => import('#domains/shopping/web/pages/shop-page.tsx'), 'ShopPage') }),
  createRoute({
    ...at('/waste-report'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('#domains/waste/web/pages/waste-report-page.tsx'), 'WasteReportPage'),
  }),
  createRoute({
    ...at('/reports'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('#domains/waste/web/pages/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    ...at('/recipes'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('#domains/recipes/web/pages/recipes-page.tsx'), 'RecipesPage'),
  }),
  createRoute({
    ...at('/plan'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('#domains/recipes/web/pages/plan-page.tsx'), 'PlanPage'),
  }),
  createRoute({
    ...at('/cook'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('#domains/recipes/web/pages/cook-page.tsx'), 'CookPage'),
  }),
  createRoute({
    ...at('/history'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('#domains/households/web/pages/history-page.tsx'), 'HistoryPage'),
  }),
  createRoute({
    ...at('/households'),
    component: lazyRouteComponent(() => import('#domains/households/web/pages/households-page.tsx'), 'HouseholdsPage'),
  }),
  createRoute({
    ...at('/settings'),
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
  }),
  createRoute({ ...at('/admin'), component: onlinePage(async () => (await import('./admin.tsx')).Admin) }),
  createRoute({
    ...at('/circles'),
    validateSearch: openSearch,
    component: onlinePage(async () => (await import('#domains/sharing/web/pages/circles-page.tsx')).CirclesPage),
  }),
  createRoute({
    ...at('/available'),
    component: onlinePage(async () => (await import('#domains/sharing/web/pages/available-page.tsx')).AvailablePage),
  }),
  createRoute({
    ...at('/borrow'),
    validateSearch: openSearch,
    component: onlinePage(async () => (await import('#domains/sharing/web/pages/borrow-page.tsx')).BorrowPage),
  }),
  createRoute({
    ...at('/notifications'),
    component: lazyRouteComponent(() => import('#domains/notifications/web/pages/notifications-page.tsx'), 'NotificationsPage'),
  }),
])

/** Creates a router for each sign-in. */
export const createAppRouter = () =>
  createRouter({
    routeTree: routes,
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 150,
    defaultErrorComponent: lazyRouteComponent(() => import('./error-pages.tsx'), 'PageError'),
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
