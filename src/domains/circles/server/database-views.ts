import type { View } from '#platform/server/database/index.ts'
import type { CircleTables } from './tables.ts'

export interface CircleViews {
  circles: View<CircleTables['circles'], 'id' | 'name'>
  circle_members: View<CircleTables['circle_members'], 'circle_id' | 'user_id'>
  circle_households: View<CircleTables['circle_households'], 'household_id' | 'circle_id'>
}
