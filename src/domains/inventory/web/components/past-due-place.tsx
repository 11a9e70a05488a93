import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useMay } from '#domains/households/web/index.ts'
import { longPast } from '../api/lists.ts'

const PastDueCard = lazy(async () => ({ default: (await import('./past-due.tsx')).PastDueCard }))

/** Where the quiet question about lots long past their date stands; nothing while there is none to ask about. */
export function PastDue() {
  const mayChange = useMay('MEMBER')
  const { data: lots } = useQuery({ ...longPast(), enabled: mayChange })
  if (!mayChange || !lots || lots.length === 0) return null
  return (
    <Suspense fallback={null}>
      <PastDueCard lots={lots} />
    </Suspense>
  )
}
