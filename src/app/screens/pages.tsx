import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PagePath } from '#platform/web/ui/router.tsx'

type LoadPage = () => Promise<ComponentType>

/** A page of the app. Its code loads when it is opened, or when a link to it is pointed at. */
interface Page {
  load: LoadPage
  Component: LazyExoticComponent<ComponentType>
}

const lazyPage = (load: LoadPage) => lazy(async () => ({ default: await load() }))

/** Declares a page by what loads its code. */
export function page(load: LoadPage): Page {
  const known: Page = {
    async load() {
      try {
        return await load()
      } catch (error) {
        // React keeps a failure for good; the next visit loads the code again.
        known.Component = lazyPage(known.load)
        throw error
      }
    },
    Component: lazy(async () => ({ default: await known.load() })),
  }
  return known
}

/** A page whose controls need the server. */
const onlinePage = (load: LoadPage) =>
  page(async () => {
    const [{ NeedsServer }, Screen] = await Promise.all([import('#platform/web/sync/needs-server.tsx'), load()])
    return () => (
      <NeedsServer>
        <Screen />
      </NeedsServer>
    )
  })

/** The pages by their path. Search parameters unknown to a page are ignored, so that a link never breaks it. */
export const pages = {
  '/': page(async () => (await import('#domains/dashboard/web/pages/dashboard-page.tsx')).DashboardPage),
  '/inventory': page(async () => (await import('#domains/inventory/web/pages/inventory-page.tsx')).InventoryPage),
  '/inventory/add': page(async () => (await import('./add-item-route.tsx')).AddItem),
  '/places': page(async () => (await import('#domains/inventory/web/pages/places-page.tsx')).PlacesPage),
  '/people': page(async () => (await import('#domains/diets/web/pages/people-page.tsx')).PeoplePage),
  '/ingredients': page(async () => (await import('./ingredients-screen.tsx')).IngredientsScreen),
  '/scan': page(async () => (await import('#domains/scanning/web/pages/scan-page.tsx')).ScanPage),
  '/l': page(async () => (await import('#domains/labels/web/pages/label-page.tsx')).LabelPage),
  '/labels': page(async () => (await import('#domains/labels/web/pages/labels-page.tsx')).LabelsPage),
  '/shopping-list': page(async () => (await import('#domains/shopping/web/pages/shopping-list-page.tsx')).ShoppingListPage),
  '/shop': page(async () => (await import('#domains/shopping/web/pages/shop-page.tsx')).ShopPage),
  '/waste-report': page(async () => (await import('#domains/waste/web/pages/waste-report-page.tsx')).WasteReportPage),
  '/reports': page(async () => (await import('#domains/waste/web/pages/reports-page.tsx')).ReportsPage),
  '/recipes': page(async () => (await import('#domains/recipes/web/pages/recipes-page.tsx')).RecipesPage),
  '/plan': page(async () => (await import('#domains/recipes/web/pages/plan-page.tsx')).PlanPage),
  '/cook': page(async () => (await import('#domains/recipes/web/pages/cook-page.tsx')).CookPage),
  '/history': page(async () => (await import('#domains/households/web/pages/history-page.tsx')).HistoryPage),
  '/households': page(async () => (await import('#domains/households/web/pages/households-page.tsx')).HouseholdsPage),
  '/settings': page(async () => (await import('./settings.tsx')).Settings),
  '/admin': onlinePage(async () => (await import('./admin.tsx')).Admin),
  '/circles': onlinePage(async () => (await import('#domains/sharing/web/pages/circles-page.tsx')).CirclesPage),
  '/available': onlinePage(async () => (await import('#domains/sharing/web/pages/available-page.tsx')).AvailablePage),
  '/borrow': onlinePage(async () => (await import('#domains/sharing/web/pages/borrow-page.tsx')).BorrowPage),
  '/notifications': page(async () => (await import('#domains/notifications/web/pages/notifications-page.tsx')).NotificationsPage),
} satisfies Record<string, Page>

declare module '#platform/web/ui/router.tsx' {
  interface KnownPages {
    paths: keyof typeof pages
  }
}

/** Returns whether the app has a page at `path`. */
export const isPage = (path: string): path is PagePath => Object.hasOwn(pages, path)

/** Loads the code of the page at `path`, which is a link's target. */
export const preloadPage = (path: PagePath): void => void pages[path].load().catch(() => {})
