import { AdminPage } from '#domains/admin/web/pages/admin-page.tsx'
import { OutgoingMessagesCard } from '#domains/notifications/web/outgoing-messages/outgoing-messages-card.tsx'
import { CatalogImportCard } from '#domains/scanning/web/catalog/catalog-import-card.tsx'

/** The admin page with the cards of other domains. */
export const Admin = () => (
  <AdminPage>
    <CatalogImportCard />
    <OutgoingMessagesCard />
  </AdminPage>
)
