import { AdminPage } from '#domains/admin/web/pages/admin-page.tsx'
import { Outgoing } from '#domains/notifications/web/preferences/outgoing.tsx'
import { CatalogueCard } from '#domains/scanning/web/catalogue/catalogue-card.tsx'

/** The server's page with the cards that other domains bring along. */
export const Admin = () => (
  <AdminPage>
    <CatalogueCard />
    <Outgoing />
  </AdminPage>
)
