import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { History, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { addDays, type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import { call, callWithHeaders, errorMessage } from '#platform/web/api/call.ts'
import { debounce } from '#platform/web/api/debounce.ts'
import { cache, queryKeyOf, useInfiniteQuery } from '#platform/web/api/query-cache.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link, useSearch } from '#platform/web/ui/router.tsx'
import { ShowMoreFailed } from '#platform/web/ui/show-more.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type HistoryEntry, listHistory, undoChange } from '../../contract/index.ts'
import { useActiveHousehold, useActiveHouseholdId, useHasRole, useToday } from '../api/index.ts'

const pageSize = 50

/** The household's changes by day. */
export function HistoryPage() {
  const lotId = useLotId()
  const list = useHistory(lotId)
  const { data, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const timeZone = useActiveHousehold()?.timeZone ?? 'UTC'
  const today = useToday()
  const household = useActiveHouseholdId()
  const canUndoChanges = useHasRole('MEMBER')
  const [undoing, setUndoing] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const entries = data?.pages.flatMap((page) => page.entries) ?? []

  const undo = async ({ seq, summary }: HistoryEntry) => {
    setUndoing(seq)
    setRefusal(null)
    try {
      await call(undoChange, { params: { seq }, household })
      toast.done(t`Undone: ${summary}`)
      // The undo may affect any screen.
      await cache.invalidateQueries()
    } catch (failure) {
      setRefusal(errorMessage(failure, t`Couldn’t undo that`))
      await refetch()
    } finally {
      setUndoing(null)
    }
  }

  return (
    <>
      <PageHeader
        title={t`History`}
        {...(lotId ? { subtitle: t`Everything that happened to this item` } : { hint: t`Who did what. You can undo most of it here.` })}
        actions={
          lotId ? (
            <Link to="/history" search={{}} className={buttonClass('quiet')}>
              <Trans>Show the whole household</Trans>
            </Link>
          ) : undefined
        }
      />
      {refusal ? (
        <Notice tone="error" className="sticky top-18 z-10 mb-4">
          {refusal}
        </Notice>
      ) : null}
      {isPending ? (
        <Card flush>
          <SkeletonRows rows={8} />
        </Card>
      ) : !data ? (
        <Card flush>
          <ErrorState error={error} title={t`Failed to load history`} onRetry={() => void refetch()} busy={isFetching} />
        </Card>
      ) : entries.length === 0 ? (
        <Card flush>
          <EmptyState
            icon={History}
            title={t`No activity yet`}
            action={
              <Link to="/inventory/add" className={buttonClass()}>
                <Trans>Add Item</Trans>
              </Link>
            }
          >
            <Trans>Everything you add, use or throw away appears here.</Trans>
          </EmptyState>
        </Card>
      ) : (
        <div className="space-y-6">
          {byDay(entries, timeZone).map(({ day, entries: dayEntries }) => (
            <HistoryDay
              key={day}
              title={titleOf(day, today)}
              entries={dayEntries}
              timeZone={timeZone}
              undoing={undoing}
              mayUndo={canUndoChanges}
              onUndo={(entry) => void undo(entry)}
            />
          ))}
          {isFetchNextPageError ? (
            <ShowMoreFailed list={list} />
          ) : hasNextPage ? (
            <Button
              variant="quiet"
              busy={isFetchingNextPage}
              busyLabel={t`Loading...`}
              onClick={() => void fetchNextPage()}
              className="mx-auto flex"
            >
              <Trans>Show earlier</Trans>
            </Button>
          ) : null}
        </div>
      )}
    </>
  )
}

/** Returns the lot in the URL. */
function useLotId(): string | undefined {
  const { lotId } = useSearch() as { lotId?: unknown }
  return typeof lotId === 'string' ? lotId : undefined
}

function useHistory(lotId: string | undefined) {
  const household = useActiveHouseholdId()
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(listHistory, undefined, household), 'pages', lotId ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const { reply, nextCursor } = await callWithHeaders(listHistory, {
        query: { limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }), ...(lotId === undefined ? {} : { lotId }) },
        signal,
        household,
      })
      return { entries: reply, next: nextCursor === null ? null : Number(nextCursor) }
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })
  const { refetch } = query
  useEffect(() => {
    const refetchSoon = debounce(300, () => void refetch())
    const stop = onEvent({}, refetchSoon.call)
    return () => {
      refetchSoon.cancel()
      stop()
    }
  }, [refetch])
  return query
}

/** Groups entries by day in the household's time zone, in order. */
function byDay(entries: readonly HistoryEntry[], timeZone: string): { day: CalendarDate; entries: HistoryEntry[] }[] {
  const days = new Map<CalendarDate, HistoryEntry[]>()
  for (const entry of entries) {
    const day = dateInTimeZone(timeZone, new Date(entry.at))
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, dayEntries]) => ({ day, entries: dayEntries }))
}

const dateFormat = new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
const dateFormatWithYear = new Intl.DateTimeFormat(currentLocale(), {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

function titleOf(day: CalendarDate, today: CalendarDate): string {
  if (day === today) return t`Today`
  if (day === addDays(today, -1)) return t`Yesterday`
  return (day.slice(0, 4) === today.slice(0, 4) ? dateFormat : dateFormatWithYear).format(new Date(`${day}T12:00:00Z`))
}

interface HistoryDayProps {
  /** 'Today', 'Yesterday' or a date. */
  title: string
  entries: readonly HistoryEntry[]
  timeZone: string
  /** The seq of the change being undone. */
  undoing: number | null
  mayUndo: boolean
  onUndo: (entry: HistoryEntry) => void
}

/** The changes of one day, newest first. */
function HistoryDay({ title, entries, timeZone, undoing, mayUndo: canUndoChanges, onUndo }: HistoryDayProps) {
  const clock = new Intl.DateTimeFormat(currentLocale(), { hour: 'numeric', minute: '2-digit', timeZone })
  return (
    <section>
      <h2 className="display mb-2 text-xl">{title}</h2>
      <Card flush>
        <ul className="divide-y divide-line">
          {entries.map((entry) => {
            const { actor, at, seq, summary, canUndo } = entry
            const name = actor ? fullName(actor) : entry.name === 'list.restocked' ? t`The shopping list` : t`Former member`
            const who = entry.isByGuest ? t`Guest of ${name}` : entry.tablet ? t`On ${entry.tablet}` : name
            return (
              <li key={seq} className="flex items-center gap-3 px-4 py-3 max-[23rem]:*:first:hidden sm:px-5">
                <Avatar firstName={actor?.firstName ?? ''} lastName={actor?.lastName ?? ''} />
                <p className="min-w-0 flex-1">
                  <span className="block">{summary}</span>
                  <span className="block text-sm text-ink-soft">
                    {who}, <time dateTime={at}>{clock.format(new Date(at))}</time>
                  </span>
                </p>
                {canUndo && canUndoChanges ? (
                  <Button
                    variant="plain"
                    icon={<Undo2 aria-hidden="true" className="size-4.5" />}
                    busy={undoing === seq}
                    disabled={undoing !== null && undoing !== seq}
                    onClick={() => onUndo(entry)}
                    className="-me-2 shrink-0 px-3!"
                    aria-label={t`Undo: ${summary}`}
                  >
                    {/* On a phone, the words next to it need the width. */}
                    <span className="max-sm:hidden">
                      <Trans>Undo</Trans>
                    </span>
                  </Button>
                ) : null}
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}
