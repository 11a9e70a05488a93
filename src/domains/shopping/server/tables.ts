import type { View } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Interval, Priority, Reason } from '../contract/index.ts'

export interface ShoppingTables {
  shopping_items: {
    household_id: HouseholdId
    id: string
    ingredient_id: string | null
    name: string
    food_key: string
    category: string
    milli: number
    unit: Unit
    priority: Priority
    reason: Reason
    /** JSON of `Cause`; null if a person added or edited the row. */
    cause: string | null
    by_rule: 0 | 1
    note: string
    /** A JSON array of ids in alphabetical order; empty for anywhere. */
    store_ids: string
    /** Null for the default list. */
    list_id: string | null
    is_checked: 0 | 1
    checked_at: string | null
    checked_by: string | null
    /** The store where it was checked off. */
    checked_store: string | null
    state: 'listed' | 'removed' | 'cleared' | 'put_away' | 'merged'
    merged_into: string | null
    added_by: string | null
    version: number
    created_at: string
    updated_at: string
  }
  shopping_lists: {
    household_id: HouseholdId
    id: string
    name: string
    /** `nameKey` of the name, unique among the lists that weren't removed. */
    name_key: string
    archived_at: string | null
    removed_at: string | null
    /** The list that had the name already when this id was created. */
    merged_into: string | null
    version: number
    created_at: string
    updated_at: string
  }
  shopping_bundles: {
    household_id: HouseholdId
    id: string
    name: string
    /** A JSON array of lines as people type them. */
    items: string
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
  shopping_trips: {
    household_id: HouseholdId
    id: string
    user_id: string
    /** Null for the default list. */
    list_id: string | null
    store_id: string | null
    started_at: string
    ended_at: string | null
    version: number
  }
  /** The row that was last about an ingredient below its par level, in a household whose list writes itself. */
  restock_causes: { household_id: HouseholdId; id: string; ingredient_id: string; item_id: string }
  /** What the list adds again after an interval. */
  recurring_items: {
    household_id: HouseholdId
    id: string
    ingredient_id: string | null
    name: string
    food_key: string
    category: string
    milli: number
    unit: Unit
    priority: Priority
    /** Null for the default list. */
    list_id: string | null
    every_count: number
    every_unit: Interval['unit']
    due_on: CalendarDate
    /** The day of the month that `due_on` is meant for; null for its own. */
    month_day: number | null
    /** The row about it that is on the list; null once what became of that row has set `due_on`. */
    item_id: string | null
    ended_at: string | null
    /** The one that was about the same thing already when this id was created. */
    merged_into: string | null
    version: number
    created_at: string
    /** When a person last changed it. */
    updated_at: string
  }
  shopping_aisles: { household_id: HouseholdId; category: string; place: number }
  shopping_steps: { household_id: HouseholdId; first: string; second: string; net: number }
  guest_links: {
    household_id: HouseholdId
    id: string
    /** Null for the default list. */
    list_id: string | null
    made_by: string
    hash: string
    created_at: string
    expires_at: string
    ended_at: string | null
  }
  instacart_links: {
    household_id: HouseholdId
    content_hash: string
    state: 'asking' | 'ready' | 'unknown'
    url: string | null
    asked_by: string
    asked_key: string | null
    asked_at: string
  }
}

/** The columns that other domains may read. */
export interface ShoppingViews {
  shopping_items: View<ShoppingTables['shopping_items'], 'household_id' | 'id' | 'state' | 'is_checked'>
}
