export { countWebhooks } from './store/webhooks.ts'
export { endOwnWebhooks, endWebhooksOf, webhookHistory } from './use-cases/webhooks.ts'
