import { AdminPage } from '#domains/admin/web/pages/admin-page.tsx'
import { UndeliveredMessages } from '#domains/notifications/web/outgoing-messages/outgoing-messages-card.tsx'
import { CatalogueCard } from '#domains/scanning/web/catalogue/catalogue-card.tsx'

/** The admin page with the cards of other domains. */
export const Admin = () => (
  <AdminPage>
    <CatalogueCard />
    <UndeliveredMessages />
  </AdminPage>
)
