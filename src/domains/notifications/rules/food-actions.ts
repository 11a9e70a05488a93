import type { AlertType } from '#domains/alerts/contract.ts'
import type { NotificationType } from '../contract/bell.ts'

/** What a member can do about the food that a notification is about. */
export type FoodAction = 'use_up' | 'add_to_list'

/** The first thing to do about each type of notification that is about food. */
export const foodActions: Readonly<Record<AlertType, FoodAction> & Partial<Record<NotificationType, FoodAction>>> = {
  expired: 'add_to_list',
  expiring_soon: 'use_up',
  low_stock: 'add_to_list',
  waste_risk: 'use_up',
}
