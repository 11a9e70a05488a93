import {
  ArrowLeftRight,
  Bell,
  CalendarDays,
  Carrot,
  ChartPie,
  ChefHat,
  HeartHandshake,
  History,
  House,
  ListChecks,
  type LucideIcon,
  PackageSearch,
  Refrigerator,
  ScanLine,
  Settings,
  UsersRound,
} from 'lucide-react'

export interface Destination {
  to:
    | '/'
    | '/inventory'
    | '/scan'
    | '/shopping-list'
    | '/recipes'
    | '/plan'
    | '/ingredients'
    | '/waste-report'
    | '/history'
    | '/notifications'
    | '/households'
    | '/settings'
    | '/circles'
    | '/available'
    | '/borrow'
  label: string
  icon: LucideIcon
}

const dashboard: Destination = { to: '/', label: 'Dashboard', icon: House }
const inventory: Destination = { to: '/inventory', label: 'Inventory', icon: Refrigerator }
const shopping: Destination = { to: '/shopping-list', label: 'Shopping List', icon: ListChecks }
const recipes: Destination = { to: '/recipes', label: 'Recipes', icon: ChefHat }
const plan: Destination = { to: '/plan', label: 'Meal Plan', icon: CalendarDays }
const ingredients: Destination = { to: '/ingredients', label: 'Ingredients', icon: Carrot }
const waste: Destination = { to: '/waste-report', label: 'Waste Report', icon: ChartPie }
const history: Destination = { to: '/history', label: 'History', icon: History }
const notifications: Destination = { to: '/notifications', label: 'Notifications', icon: Bell }
const households: Destination = { to: '/households', label: 'Households', icon: UsersRound }
const circles: Destination = { to: '/circles', label: 'Circles', icon: HeartHandshake }
const available: Destination = { to: '/available', label: 'Available', icon: PackageSearch }
const borrow: Destination = { to: '/borrow', label: 'Borrow', icon: ArrowLeftRight }
const settings: Destination = { to: '/settings', label: 'Settings', icon: Settings }
export const scan: Destination = { to: '/scan', label: 'Scan', icon: ScanLine }

/** What there is to go to, on a desk: daily things first. */
export const daily: readonly Destination[] = [dashboard, inventory, scan, shopping]
export const more: readonly Destination[] = [
  recipes,
  plan,
  ingredients,
  waste,
  notifications,
  history,
  households,
  circles,
  available,
  borrow,
  settings,
]

/** The phone's bar: two left of Scan, one right of it beside More; what else there is stands under More, the same as on a desk. */
export const bar = { left: [dashboard, inventory], right: [shopping] } as const
