import { t } from '@lingui/core/macro'
import {
  ArrowLeftRight,
  Bell,
  CalendarDays,
  Carrot,
  ChartPie,
  ChefHat,
  FileChartColumn,
  HeartHandshake,
  History,
  House,
  ListChecks,
  type LucideIcon,
  PackageSearch,
  QrCode,
  Refrigerator,
  ScanLine,
  Server,
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
    | '/labels'
    | '/waste-report'
    | '/reports'
    | '/history'
    | '/notifications'
    | '/households'
    | '/settings'
    | '/circles'
    | '/available'
    | '/borrow'
    | '/admin'
  label: string
  icon: LucideIcon
}

const dashboard: Destination = { to: '/', label: t`Dashboard`, icon: House }
const inventory: Destination = { to: '/inventory', label: t`Inventory`, icon: Refrigerator }
const shopping: Destination = { to: '/shopping-list', label: t`Shopping List`, icon: ListChecks }
const recipes: Destination = { to: '/recipes', label: t`Recipes`, icon: ChefHat }
const plan: Destination = { to: '/plan', label: t`Meal Plan`, icon: CalendarDays }
const ingredients: Destination = { to: '/ingredients', label: t`Ingredients`, icon: Carrot }
const labels: Destination = { to: '/labels', label: t`Labels`, icon: QrCode }
const waste: Destination = { to: '/waste-report', label: t`Waste Report`, icon: ChartPie }
const history: Destination = { to: '/history', label: t`History`, icon: History }
const notifications: Destination = { to: '/notifications', label: t`Notifications`, icon: Bell }
const households: Destination = { to: '/households', label: t`Households`, icon: UsersRound }
const circles: Destination = { to: '/circles', label: t`Circles`, icon: HeartHandshake }
const available: Destination = { to: '/available', label: t`Available`, icon: PackageSearch }
const borrow: Destination = { to: '/borrow', label: t`Borrow`, icon: ArrowLeftRight }
const settings: Destination = { to: '/settings', label: t`Settings`, icon: Settings }
export const scanDestination: Destination = { to: '/scan', label: t`Scan`, icon: ScanLine }

const reports: Destination = { to: '/reports', label: t`Reports`, icon: FileChartColumn }

export interface DestinationGroup {
  label: string
  destinations: readonly Destination[]
}

/** All destinations by what people want to do, daily ones first. */
export const destinationGroups: readonly DestinationGroup[] = [
  { label: t`Kitchen`, destinations: [dashboard, inventory, scanDestination, shopping] },
  { label: t({ message: 'Cook', context: 'navigation' }), destinations: [recipes, plan] },
  { label: t({ message: 'Share', context: 'navigation' }), destinations: [circles, available, borrow] },
  { label: t`Insights`, destinations: [waste, reports, notifications, history] },
  { label: t({ message: 'Household', context: 'navigation' }), destinations: [ingredients, labels, households, settings] },
]

/** At the end of the last group, for server admins. */
export const serverDestination: Destination = { to: '/admin', label: t`Server`, icon: Server }

/** The phone's bar, with Scan in the middle and More at the end. The logo leads to the dashboard. */
export const bottomBarDestinations = { left: [inventory, shopping], right: [recipes] } as const
