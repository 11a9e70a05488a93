/** What other domains and the composition may use of settings. */

export { endOwnWebhooks, endWebhooksOf, webhookHistory as webhookStory } from './service/end-webhooks.ts'
export { countWebhooks } from './store/webhooks.ts'
