import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'

/** How the connection to the MQTT broker is. `denied`: the broker refuses the user name or password. */
export const BrokerConnection = z.enum(['connected', 'no_response', 'denied'])
export type BrokerConnection = z.infer<typeof BrokerConnection>

/** Whether a household is sent to Home Assistant. It ends when `enabledBy` leaves or is no longer an ADMIN. */
export const HomeAssistantLink = z.object({
  /** Whether this server has an MQTT broker. */
  isAvailable: z.boolean(),
  isOn: z.boolean(),
  /** Commands act as this member. Null if it is off. */
  enabledBy: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  enabledAt: z.string().nullable(),
  /** Null if it is off, or until the first attempt. */
  connection: BrokerConnection.nullable(),
  connectionSince: z.string().nullable(),
})
export type HomeAssistantLink = z.infer<typeof HomeAssistantLink>

const householdPath = '/api/households/{id}/home-assistant'
export const getHomeAssistant = endpoint({
  method: 'GET',
  path: householdPath,
  auth: 'household-in-path',
  role: 'ADMIN',
  summary: 'Whether the household is sent to Home Assistant over MQTT, and how the connection is',
  params: IdParams,
  reply: HomeAssistantLink,
})
export const connectHomeAssistant = endpoint({
  method: 'PUT',
  path: householdPath,
  auth: 'household-in-path',
  requiresRecentAuth: true,
  role: 'ADMIN',
  summary: 'Send the household to Home Assistant over MQTT, and take commands from there as the caller',
  params: IdParams,
  reply: HomeAssistantLink,
  perMinute: 20,
})
export const disconnectHomeAssistant = endpoint({
  method: 'DELETE',
  path: householdPath,
  auth: 'household-in-path',
  role: 'ADMIN',
  summary: 'Stop sending the household to Home Assistant, and remove its device there',
  params: IdParams,
})

export const homeAssistantConnected = eventType('home_assistant.connected', z.object({}))
/** `userId` is the member who had switched it on. */
export const homeAssistantDisconnected = eventType('home_assistant.disconnected', z.object({ userId: z.string() }))

/** As people say it: `2 kg potatoes, milk`. */
const Words = Text(500).min(1)
const AddToList = z.object({ action: z.literal('add'), text: Words, list: Name(60).optional() }).strict()
/** What to use, in words or by id. An item is used in its own unit. */
const UseFood = z
  .object({
    action: z.literal('use'),
    text: Words.optional(),
    ingredientId: Id.optional(),
    itemId: Id.optional(),
    quantity: Quantity.optional(),
    unit: Unit.optional(),
  })
  .strict()
  .refine(
    ({ text, ingredientId, itemId, quantity, unit }) => {
      const has = [text, ingredientId, itemId, quantity, unit].map((value) => value !== undefined).join()
      return ['true,false,false,false,false', 'false,true,false,true,true', 'false,false,true,true,false'].includes(has)
    },
    { error: /*i18n*/ 'Send a text alone, an ingredientId with quantity and unit, or an itemId with a quantity.' },
  )

/** What another program tells Larder to do: put words on the shopping list, or use food, soonest to expire first. */
export const Command = z.discriminatedUnion('action', [AddToList, UseFood])
export type Command = z.infer<typeof Command>

/** `message` says what was done, for a person to read or hear. */
export const CommandResult = z.object({
  action: z.enum(['add', 'use']),
  message: z.string(),
  items: z.array(z.object({ name: z.string(), amount: z.string() })),
})
export type CommandResult = z.infer<typeof CommandResult>

export const runCommand = endpoint({
  method: 'POST',
  path: '/api/commands',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Put words such as “2 kg potatoes, milk” on the shopping list, or use “2 eggs”; the response can be read aloud',
  body: Command,
  reply: CommandResult,
  status: 200,
  perMinute: 60,
})
