import { AdminPage } from '#domains/admin/web/pages/admin-page.tsx'
import { Outgoing } from '#domains/notifications/web/preferences/outgoing.tsx'
import { CatalogueCard } from '#domains/scanning/web/catalogue/catalogue-card.tsx'

/** The admin page with the cards of other domains. */
export const Admin = () => (
  <AdminPage>
    <CatalogueCard />
    <Outgoing />
  </AdminPage>
)
